export const word = 'from a file of the pack';
