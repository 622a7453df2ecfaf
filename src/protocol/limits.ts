/** Product rules that are numbers. Times are milliseconds unless the name says otherwise. */

/** The client reports its presence this often. */
export const PRESENCE_INTERVAL = 20_000;
/** The server counts somebody as present this long after the last report: longer than the interval, so nobody flickers. */
export const PRESENCE_WINDOW = 45_000;

/** Socket.IO: a ping this often, and this long to answer it. Together a silent connection is stale after 6 s. */
export const PING_INTERVAL = 3_000;
export const PING_TIMEOUT = 3_000;
/** Average pause before the first reconnect after a lost connection, and the longest pause between two attempts. */
export const RECONNECT_DELAY = 500;
export const RECONNECT_DELAY_MAX = 30_000;
/** The longest pause on a page that somebody sees. */
export const RETRY_DELAY_SEEN = 5_000;

/** Characters of a person's name. */
export const NAME_MAX = 255;

/** Somebody else's typing indicator turns itself off after this long. */
export const TYPING_AUTO_OFF = 30_000;
/** One's own typing ends after this long without a key. */
export const TYPING_IDLE = 4_000;

/** A banner alert stays this long. */
export const BANNER_DURATION = 3_000;

/** A script or style chunk that has not arrived after this long has failed. */
export const CHUNK_TIMEOUT = 120_000;

/** The element gives the channel's look this long before it shows a launcher with defaults. */
export const CHANNEL_TIMEOUT = 10_000;
/** A frame that has not spoken this long after it started, or this long after its document loaded, is unreachable. */
export const FRAME_TIMEOUT = 30_000;
export const FRAME_LOADED_TIMEOUT = 3_000;
/** A frame whose page has not said that it speaks to frames gives it this long to answer, before it takes itself to be alone as soon as it is seen. */
export const HOST_PATIENCE = 1_000;

/** The outbox gives one attempt to send this long, then tries again with the same echo id. */
export const SEND_TIMEOUT = 15_000;
/** A call that only reads is given up after this long, and made again later. */
export const READ_TIMEOUT = 15_000;
/** A closed chat reads when pushed events begin to arrive, so that it has to read once; it waits this long for them. */
export const FIRST_READ_PATIENCE = 3_000;
/** Pauses between attempts while the server cannot be reached. */
export const SEND_RETRY_DELAYS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** A message that comes too soon after others waits as long as the server says, or where it does not say so this long; and at most the other. */
export const HELD_BACK = 30_000;
export const HELD_BACK_MAX = 3_600_000;
/** After this many answers that refuse or fail (a lost network does not count) a message is shown as failed. */
export const SEND_ATTEMPTS = 3;

/** Unread previews show at most this many messages. */
export const UNREAD_PREVIEWS = 3;
/** Height of the preview around its content, in CSS pixels. */
export const UNREAD_PREVIEW_CHROME = 48;

/** A closed campaign leaves the visitor in peace for this long. */
export const CAMPAIGN_SNOOZE = 24 * 3_600_000;
/** Seconds on the page after which a campaign comes up where nobody says otherwise. */
export const CAMPAIGN_SECONDS = 10;
/** Seconds that a campaign may wait at most: a day. */
export const CAMPAIGN_SECONDS_MAX = 86_400;
/** UTF-16 units of the pattern of a campaign's pages. */
export const CAMPAIGN_URL_MAX = 2_000;

/** Of several tabs one makes the sound: this long it is the one that does, and this long those that are not in view wait for it. */
export const SOUND_CLAIM = 5_000;
export const SOUND_HIDDEN_DELAY = 150;

/** This long after a word of the team nobody needs to say that it is away (docs/wire.md, Template messages). */
export const CONVERSING = 5 * 60_000;

/** A swipe this far, in CSS pixels, answers the message. */
export const SWIPE_TO_REPLY = 50;
/** A message that was jumped to stands out this long. */
export const HIGHLIGHT_DURATION = 500;

/** Page sizes of the message list (docs/wire.md, Messages). */
export const MESSAGES_PER_PAGE = 20;
export const MESSAGES_AFTER = 100;
export const MESSAGES_BETWEEN = 1_000;
/** Bytes of messages, as JSON, after which a page ends all the same; one message it always has. */
export const MESSAGES_PAGE_BYTES = 2_000_000;
/** Of the messages that a visitor has read at once, this many, the newest, are announced as read one by one (docs/wire.md, Conversations). */
export const READ_ANNOUNCED = 100;
/** Conversations per page of the visitor's own list. */
export const HISTORY_PER_PAGE = 10;
/** Conversations per page of the team's list (docs/application-api.md, Conversations). */
export const CONVERSATIONS_PER_PAGE = 25;
/** So many of them that have changed are answered at once; whoever has missed more reads the list anew. */
export const CONVERSATIONS_CHANGED = 250;

/** So many of the most read articles are offered on home, and so many of those that a search finds. */
export const POPULAR_ARTICLES = 6;
/** Articles are read for those who stay on home this long, and not for those who go straight on to the conversation. */
export const ARTICLES_DELAY = 500;
/** A search begins when nobody has typed for this long. */
export const SEARCH_DELAY = 300;
/** A page of the help centre that has not loaded after this long has failed. */
export const ARTICLE_TIMEOUT = 20_000;

/** Articles per page where the page size is no number of articles, and at most (docs/wire.md, Help centre). */
export const ARTICLES_PER_PAGE = 25;
export const ARTICLES_PER_PAGE_MAX = 100;
/** Characters of the name that a portal, a topic or an article has in addresses. */
export const SLUG_MAX = 255;
/** Characters of one article. */
export const ARTICLE_MAX = 100_000;

/** Characters that a visitor may write in one message, and from how many left the composer counts them. */
export const MESSAGE_MAX = 10_000;
export const MESSAGE_COUNTER = 500;
/** An upload of which no byte has moved for this long has failed, and is tried again with the same echo id. */
export const UPLOAD_TIMEOUT = 30_000;
/** Characters the server stores at most in one message. */
export const CONTENT_MAX = 150_000;
/** Characters of one custom attribute, and its largest whole number (docs/wire.md, Conversations). */
export const ATTRIBUTE_TEXT_MAX = 1_500;
export const ATTRIBUTE_NUMBER_MAX = 9_999_999_999;
/** Bytes, as JSON, of all attributes of one kind that a contact or a conversation has: a contact's go along with each of its messages. */
export const ATTRIBUTES_MAX = 32_000;
/** Messages of visitors and bots that one conversation accepts per minute. */
export const MESSAGES_PER_MINUTE = 200;

/** The host page's copy of the visitor token lives this many days. */
export const VISITOR_COOKIE_DAYS = 365;
/** Viewports up to this many CSS pixels wide show the panel over the whole screen. */
export const MOBILE_MAX_WIDTH = 668;
/** So do viewports up to this many CSS pixels high, such as a phone on its side. */
export const MOBILE_MAX_HEIGHT = 430;
/** Where a browser does not tell that the page's address has changed, it is looked at this often, in milliseconds. */
export const ADDRESS_CHECK_PERIOD = 1_000;

/** Access tokens of one agent or bot. */
export const ACCESS_TOKENS_MAX = 50;
