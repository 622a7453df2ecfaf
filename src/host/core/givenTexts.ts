/**
 * Texts of the chat in the page's words: id → text for every language, and language → texts by
 * their ids for one alone, which come first (docs/texts.md).
 */
export type GivenTexts = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
