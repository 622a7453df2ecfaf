/** Icons that the chat does not have. */
export const FLAG = 'M5 21V4h12l-2.5 4L17 12H5';
export const PERSON = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.5 20a7.5 7.5 0 0 1 15 0';
export const PEOPLE = `${PERSON}M16 4a4 4 0 0 1 0 8m2.5 2a7.5 7.5 0 0 1 4 6`;
export const TAG = 'M4 4h7l9 9-7 7-9-9zM8 8v.01';
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5';
export const ALERT = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7.5v6M12 16.8v.01';
export const LETTER = 'M4 6h16v12H4zM4 7l8 6 8-6';
export const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2';
