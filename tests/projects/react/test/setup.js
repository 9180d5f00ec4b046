import { vi } from 'vitest';

vi.stubGlobal('scrollTo', () => {});
