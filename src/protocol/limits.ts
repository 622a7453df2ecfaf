/** Product rules that are numbers. Times are milliseconds unless the name says otherwise. */
import { DAY, MINUTE } from './duration.ts';

/** The client reports its presence this often. */
export const PRESENCE_INTERVAL = 20_000;
/**
 * The server counts a person as present for this long after their last report. It is longer than the interval, so that no one
 * seems to leave between two reports.
 */
export const PRESENCE_WINDOW = 45_000;

/**
 * Socket.IO: the server sends a ping this often, and the client has this long to answer. A connection without an answer is
 * closed after 6 s.
 */
export const PING_INTERVAL = 3_000;
export const PING_TIMEOUT = 3_000;
/** An attempt to connect that has brought nothing after this long has failed. */
export const CONNECT_TIMEOUT = 10_000;
/** Average pause before the first reconnect after a lost connection, and the longest pause between two attempts. */
export const RECONNECT_DELAY = 500;
export const RECONNECT_DELAY_MAX = 30_000;
/** A loss of the connection that is over before is not shown: there are proxies that end every connection after some time. */
export const LOSS_SHOWN_AFTER = 2_000;
/** The longest pause on a page that is visible. */
export const RETRY_DELAY_SEEN = 5_000;

/** Characters of a person's name. */
export const NAME_MAX = 255;
/** Characters of an email address (RFC 5321, section 4.5.3.1.3). */
export const EMAIL_MAX = 254;

/** Bytes of the picture of an agent. */
export const AVATAR_SIZE_MAX = 2 * 1024 * 1024;
/** MIME types that it may have. */
export const AVATAR_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Another person's typing indicator is hidden after this long. */
export const TYPING_AUTO_OFF = 30_000;
/** The writer's own typing ends after this long without a key. */
export const TYPING_IDLE = 4_000;

/** A banner alert stays this long. */
export const BANNER_DURATION = 3_000;

/** A script or style chunk that has not arrived after this long has failed. */
export const CHUNK_TIMEOUT = 120_000;

/** The element gives the channel's look this long before it shows a launcher with defaults. */
export const CHANNEL_TIMEOUT = 10_000;
/** A frame that has sent no message this long after it started, or this long after its document loaded, is unreachable. */
export const FRAME_TIMEOUT = 30_000;
export const FRAME_LOADED_TIMEOUT = 3_000;
/**
 * Where a page has not shown that it hosts frames of ours, the frame waits this long for its answer. Then, once it is
 * visible, it takes itself to be a window of its own.
 */
export const HOST_TIMEOUT = 1_000;

/** The outbox gives one attempt to send this long, then tries again with the same echo id. */
export const SEND_TIMEOUT = 15_000;
/** How long the page may think about a question of the chat's (`waitUntil`). */
export const PAGE_ANSWER_TIMEOUT = 2_000;
/** A call that only reads is given up after this long, and made again later. */
export const READ_TIMEOUT = 15_000;
/** How long the mail server may take for a test mail; those that delay their greeting take some seconds. */
export const MAIL_TEST_TIME = 20_000;
/**
 * A closed chat waits this long for the realtime connection before it reads its messages: a read before would have to be
 * repeated after.
 */
export const FIRST_READ_DELAY = 3_000;
/** Pauses between attempts while the server cannot be reached. */
export const SEND_RETRY_DELAYS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
/**
 * After a rate limit's refusal a message waits for as long as the server says: where it does not say, the first; never longer
 * than the second.
 */
export const HELD_BACK = 30_000;
export const HELD_BACK_MAX = DAY;
/** After this many refusals or server errors a message is shown as failed. Attempts without an answer do not count. */
export const SEND_ATTEMPTS = 3;

/** Unread previews show at most this many messages. */
export const UNREAD_PREVIEWS = 3;
/** Height of the preview around its content, in CSS pixels. */
export const UNREAD_PREVIEW_CHROME = 48;

/** After a visitor closes a campaign, no other is shown for this long. */
export const CAMPAIGN_SNOOZE = DAY;
/** Seconds on the page after which a campaign is shown where the campaign sets no other time. */
export const CAMPAIGN_SECONDS = 10;
/** Seconds that a campaign may wait at most: a day. */
export const CAMPAIGN_SECONDS_MAX = DAY / 1_000;
/** UTF-16 units of the pattern of a campaign's pages. */
export const CAMPAIGN_URL_MAX = 2_000;

/**
 * Of several tabs one plays the sound: it holds that role for the first, and tabs that are not visible wait for the second
 * before they claim it.
 */
export const SOUND_CLAIM = 5_000;
export const SOUND_HIDDEN_DELAY = 150;

/** The desk counts the conversations of a view at most once within this time. Milliseconds. */
export const COUNT_INTERVAL = 2_000;

/** Characters of a message in a notification of the browser. */
export const NOTICE_MAX = 200;

/**
 * For this long after a message of the team neither the away notice nor the out-of-office message is shown (docs/wire.md,
 * Template messages).
 */
export const ACTIVE_CONVERSATION_PERIOD = 5 * MINUTE;

/** A swipe this far, in CSS pixels, answers the message. */
export const SWIPE_TO_REPLY = 50;
/** The conversation highlights a message that the visitor jumped to for this long. */
export const HIGHLIGHT_DURATION = 500;

/** Page sizes of the message list (docs/wire.md, Messages). */
export const MESSAGES_PER_PAGE = 20;
export const MESSAGES_AFTER = 100;
export const MESSAGES_BETWEEN = 1_000;
/**
 * A page of messages ends early after this many bytes of JSON; it always has at least one message. In a page of articles, texts
 * beyond it are empty.
 */
export const PAGE_BYTES = 2_000_000;
/**
 * When a visitor reads many messages at once, only the newest of them, this many, are announced as read one by one
 * (docs/wire.md, Reading and typing).
 */
export const READ_ANNOUNCED = 100;
/** Conversations per page of the visitor's own list. */
export const HISTORY_PER_PAGE = 10;
/** Conversations per page of the team's list (docs/application-api.md, Conversations). */
export const CONVERSATIONS_PER_PAGE = 25;
/** Contacts per page of the team's list, sessions that are shown of each, and conversations (docs/application-api.md, Contacts). */
export const CONTACTS_PER_PAGE = 15;
export const SESSIONS_SHOWN = 25;
export const CONVERSATIONS_OF_CONTACT = 20;
/** Results of a search per page, and newest finds of which a list filtered by words consists (docs/application-api.md, Search). */
export const SEARCH_PER_PAGE = 15;
export const FOUND_EXAMINED = 1_000;
/** The server lists at most this many changed conversations; a desk that has missed more reads the whole list again. */
export const CONVERSATIONS_CHANGED = 250;

/** How many popular articles home offers, and how many results a search shows. */
export const POPULAR_ARTICLES = 6;
/** Home loads its articles after this long, so that a visitor who goes straight on to the conversation does not load them. */
export const ARTICLES_DELAY = 500;
/** A search begins this long after the last key. */
export const SEARCH_DELAY = 300;
/** A page of the help centre that has not loaded after this long has failed. */
export const ARTICLE_TIMEOUT = 20_000;

/**
 * Articles per page of the help centre at /hc and of the team's list; and of the visitor's, where the requested size is no number
 * (docs/wire.md, Help centre). The second is the largest size that may be requested.
 */
export const ARTICLES_PER_PAGE = 25;
export const ARTICLES_PER_PAGE_MAX = 100;
/** Articles that one request puts into order. */
export const POSITIONS_MAX = 1_000;
/** Characters of the slug that a portal, a topic or an article has in addresses. */
export const SLUG_MAX = 255;
/** Characters of one article. */
export const ARTICLE_MAX = 100_000;

/**
 * Characters that a visitor may write in one message, and the number of remaining ones below which the composer shows a
 * count.
 */
export const MESSAGE_MAX = 10_000;
export const MESSAGE_COUNTER = 500;
/** Characters of one answer to a question of the team, such as feedback with a rating. */
export const ANSWER_MAX = 20_000;
/** An upload that has transferred no byte for this long has failed, and is tried again with the same echo id. */
export const UPLOAD_TIMEOUT = 30_000;
/** Characters of one message that the server stores at most. */
export const CONTENT_MAX = 150_000;
/** Pieces of one message that a bot writes piece by piece, and pieces of it within a minute. */
export const STREAM_PIECES_MAX = 2_000;
export const STREAM_PIECES_PER_MINUTE = 600;
/** Characters that lists and events tell of a conversation's newest message: of what people type in the chat, all. */
export const PREVIEW_MAX = MESSAGE_MAX;
/** Characters of one custom attribute, and its largest whole number (docs/wire.md, Contact). */
export const ATTRIBUTE_TEXT_MAX = 1_500;
export const ATTRIBUTE_NUMBER_MAX = 9_999_999_999;
/**
 * Bytes, as JSON, of all attributes of one kind of a contact or a conversation. They are limited because a contact's go along
 * with each of its messages.
 */
export const ATTRIBUTES_MAX = 32_000;
/** Messages of visitors and bots that one conversation accepts per minute. */
export const MESSAGES_PER_MINUTE = 200;

/** The host page's copy of the visitor token lives this many days. */
export const VISITOR_COOKIE_DAYS = 365;
/** Viewports up to this many CSS pixels wide show the panel over the whole screen. */
export const MOBILE_MAX_WIDTH = 668;
/** Viewports up to this many CSS pixels high do the same, such as a phone on its side. */
export const MOBILE_MAX_HEIGHT = 430;
/** Where a browser has no event for a change of the page's address, the address is compared this often, in milliseconds. */
export const ADDRESS_CHECK_PERIOD = 1_000;

/** Characters of a password that is all that one signs in with (NIST SP 800-63B), and at most. */
export const PASSWORD_MIN = 15;
export const PASSWORD_MAX = 256;

/** Access tokens that one agent or bot may have. */
export const ACCESS_TOKENS_MAX = 50;

/** Devices of one agent that get push notifications; the oldest go. */
export const PUSH_DEVICES_MAX = 20;

/** Characters of a canned response, and how many of them an account may have. */
export const CANNED_RESPONSE_MAX = 20_000;
export const CANNED_RESPONSES_MAX = 1_000;

/** After a change of a website's identity key, the one before is valid for this long. */
export const FORMER_KEY_VALID = DAY;

/** Custom attributes that an account may define. */
export const ATTRIBUTE_DEFINITIONS_MAX = 500;
/** Contacts of one file that the team imports. */
export const IMPORTED_CONTACTS_MAX = 1_000;

/** Days that one report tells. */
export const REPORT_DAYS_MAX = 366;
/** Milliseconds before a user's token expires at which the page is asked for the next one. */
export const IDENTITY_RENEWAL = 60_000;
/** Topics that a website offers. */
export const TOPICS_MAX = 10;
/** Public keys of a website, under which tokens prove its users. */
export const PUBLIC_KEYS_MAX = 5;
/** Milliseconds after which the script of a captcha counts as not loaded. */
export const CAPTCHA_TIMEOUT = 20_000;
/** Milliseconds for which the frame waits for its page to name the user, or to prove an expired identity again. */
export const IDENTITY_TIMEOUT = 10_000;

/** Characters of a text of the chat in the words of a website's owner. */
export const OWN_TEXT_MAX = 500;
/** Such texts of one website or page, in all languages together, and their bytes as JSON. */
export const OWN_TEXTS_MAX = 2_000;
export const OWN_TEXTS_BYTES = 100_000;
