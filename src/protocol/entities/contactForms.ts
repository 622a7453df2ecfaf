/** The forms in which the server stores how a contact can be reached. */

/** Only a mail that arrives proves an address. */
export const CONTACT_EMAIL = /^[^@\s]+@[^@\s]+$/;

/**
 * To which a mail may go. Stricter than the standard: no character that could end the address,
 * begin another, or open a comment.
 */
export const MAIL_ADDRESS = /^[^\s\p{Cc}@<>()[\]\\,;:"]+@[^\s\p{Cc}@<>()[\]\\,;:"]+$/u;

/** E.164: `+`, a first digit from 1, then 1 to 14 digits. */
export const CONTACT_PHONE = /^\+[1-9]\d{1,14}$/;
