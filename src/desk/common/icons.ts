/** Icons that the chat does not have. */
export const CHECK = 'M5 12.5l4.5 4.5L19 7.5';
export const DELETE = 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5';
export const CLOCK = 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18M12 7v5l3.5 2';
