/**
 * Product rules that are numbers and that several folders read; others stand beside their reader.
 * Times are milliseconds unless the name says otherwise.
 */
import { DAY, MINUTE } from './duration.ts';

/** The client reports its presence this often. */
export const PRESENCE_INTERVAL = 20_000;

/**
 * Socket.IO: the server sends a ping this often, and the client has this long to answer. A
 * connection without an answer is closed after 6 s.
 */
export const PING_INTERVAL = 3_000;
export const PING_TIMEOUT = 3_000;
/**
 * Average pause before the first reconnect after a lost connection, and the longest pause between
 * two attempts.
 */
export const RECONNECT_DELAY = 500;
export const RECONNECT_DELAY_MAX = 30_000;
/**
 * A loss of the connection that is over before is not shown: there are proxies that end every
 * connection after some time.
 */
export const LOSS_SHOWN_AFTER = 2_000;

/** Characters of a person's name. */
export const NAME_MAX = 255;
/** Characters of an email address (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_MAX = 254;

/** Bytes of the picture of an agent. */
export const AVATAR_SIZE_MAX = 2 * 1024 * 1024;
/** MIME types that it may have. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Bytes of a picture in an article; it has the types of an agent's. */
export const ARTICLE_PICTURE_SIZE_MAX = 10 * 1024 * 1024;

/** Another person's typing indicator is hidden after this long. */
export const TYPING_AUTO_OFF = 30_000;

/** Visitors may change a message of their own for this long after they have sent it. */
export const MESSAGE_CHANGE_PERIOD = 2 * MINUTE;

/** A banner alert stays this long. */
export const BANNER_DURATION = 3_000;

/** The element gives the channel's look this long before it shows a launcher with defaults. */
export const CHANNEL_TIMEOUT = 10_000;
/**
 * Where a page has not shown that it hosts frames of ours, the frame waits this long for its
 * answer. Then, once it is visible, it takes itself to be a window of its own.
 */
export const HOST_TIMEOUT = 1_000;

/** The outbox gives one attempt to send this long, then tries again with the same echo id. */
export const SEND_TIMEOUT = 15_000;
/** How long the page may think about a question of the chat's (`waitUntil`). */
export const PAGE_ANSWER_TIMEOUT = 2_000;
/** A call that only reads is given up after this long, and made again later. */
export const READ_TIMEOUT = 15_000;
/**
 * How long the mail server may take for a test mail; those that delay their greeting take some
 * seconds.
 */
export const MAIL_TEST_TIME = 20_000;

/** How long DNS may take to answer what it has for mail. */
export const MAIL_RECORDS_TIME = 8_000;

/** After a visitor closes a campaign, no other is shown for this long. */
export const CAMPAIGN_SNOOZE = DAY;
/** Seconds on the page after which a campaign is shown where the campaign sets no other time. */
export const CAMPAIGN_SECONDS = 10;
/** Seconds that a campaign may wait at most: a day. */
export const CAMPAIGN_SECONDS_MAX = DAY / 1_000;
/** UTF-16 units of the pattern of a campaign's pages. */
export const CAMPAIGN_URL_MAX = 2_000;

/**
 * For this long after a message of the team neither the away notice nor the out-of-office message
 * is shown (docs/wire.md, Template messages).
 */
export const ACTIVE_CONVERSATION_PERIOD = 5 * MINUTE;

/** The conversation highlights a message that the visitor jumped to for this long. */
export const HIGHLIGHT_DURATION = 500;

/** Page sizes of the message list (docs/wire.md, Messages). */
export const MESSAGES_PER_PAGE = 20;
export const MESSAGES_AFTER = 100;
export const MESSAGES_BETWEEN = 1_000;
/** Conversations per page of the visitor's own list. */
export const HISTORY_PER_PAGE = 10;
/** Results of a search per page (docs/application-api.md, Search). */
export const SEARCH_PER_PAGE = 15;

/** A search begins this long after the last key. */
export const SEARCH_DELAY = 300;

/**
 * Articles per page of the help centre at /hc and of the team's list; and of the visitor's, where
 * the requested size is no number (docs/wire.md, Help centre).
 */
export const ARTICLES_PER_PAGE = 25;
/** Characters of the slug that a portal, a topic or an article has in addresses. */
export const SLUG_MAX = 255;
/** Characters of one article. */
export const ARTICLE_MAX = 100_000;

/** Characters that a visitor may write in one message. */
export const MESSAGE_MAX = 10_000;
/** Characters of one answer to a question of the team, such as feedback with a rating. */
export const ANSWER_MAX = 20_000;
/** Characters of one message that the server stores at most. */
export const CONTENT_MAX = 150_000;
/** Characters of one custom attribute, and its largest whole number (docs/wire.md, Contact). */
export const ATTRIBUTE_TEXT_MAX = 1_500;
export const ATTRIBUTE_NUMBER_MAX = 9_999_999_999;

/** Characters of a password that is all that one signs in with (NIST SP 800-63B), and at most. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 256;

/** Characters of a canned response. */
export const CANNED_RESPONSE_MAX = 20_000;

/** Days that one report tells. */
export const REPORT_DAYS_MAX = 366;
/** Topics that a website offers. */
export const TOPICS_MAX = 10;
/** Public keys of a website, under which tokens prove its users. */
export const PUBLIC_KEYS_MAX = 5;
/**
 * Milliseconds for which the frame waits for its page to name the user, or to prove an expired
 * identity again.
 */
export const IDENTITY_TIMEOUT = 10_000;

/**
 * Bytes of all translations of a website's texts, of a campaign's or of a canned response's, as
 * JSON.
 */
export const TRANSLATIONS_BYTES = 300_000;
/** Characters of a text of the chat in the words of a website's owner. */
export const OWN_TEXT_MAX = 500;
/** Such texts of one website or page, in all languages together, and their bytes as JSON. */
export const OWN_TEXTS_MAX = 2_000;
export const OWN_TEXTS_BYTES = 100_000;
