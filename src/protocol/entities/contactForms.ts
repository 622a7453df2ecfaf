/** The forms in which the server stores how a contact can be reached. */

/** Only a mail that arrives proves an address. */
export const CONTACT_EMAIL = /^[^@\s]+@[^@\s]+$/;

/** E.164: `+`, a first digit from 1, then 1 to 14 digits. */
export const CONTACT_PHONE = /^\+[1-9]\d{1,14}$/;
