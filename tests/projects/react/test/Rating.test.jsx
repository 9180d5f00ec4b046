import { render, screen } from '@testing-library/react';
import Rating from '@/components/Rating';

it('shows stars', () => {
  render(<Rating value={2} />);
  expect(screen.getByText('★★☆☆☆')).toBeTruthy();
});
