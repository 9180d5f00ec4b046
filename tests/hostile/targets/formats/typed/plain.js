export const name = () => 'type module';
