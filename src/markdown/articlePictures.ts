/** The pictures of articles that are kept on our server, as Markdown names them. */

/** Everyone who knows the address sees the picture, like those of agents. */
export const ARTICLE_PICTURES_PATH = '/article-pictures';

const KEY = /^[\da-f]{32}$/;

/** Whether this address, which has no origin, is one of our own pictures. */
export function isArticlePicture(address: string): boolean {
	const [before, key = '', ...others] = address.split(`${ARTICLE_PICTURES_PATH}/`);
	return before === '' && others.length === 0 && KEY.test(key);
}

/** The keys of all our pictures that the text names, whatever it does with their addresses. */
export function listPictureKeys(markdown: string): ReadonlySet<string> {
	const [, ...parts] = markdown.split(`${ARTICLE_PICTURES_PATH}/`);
	return new Set(parts.map((part) => part.slice(0, 32)).filter((key) => KEY.test(key)));
}
