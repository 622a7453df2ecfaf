/** Icons that the chat does not have. */
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5';
export const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2';
