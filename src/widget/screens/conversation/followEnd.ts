/** A reader this close to the end, in CSS pixels, counts as being there. */
const NEAR = 48;

export interface Follower {
	/** The content has grown: a reader at the end is kept there. */
	follow: () => void;
	goToEnd: () => void;
	/** The caller is about to scroll the list to another place. */
	leaveEnd: () => void;
	/** Whether the reader is at the end, as told to `onChange`. */
	isAtEnd: () => boolean;
	stop: () => void;
}

/**
 * Keeps the reader of a scrolling list at its end while content is added or grows. Only scrolling
 * up leaves the end: content that grew does not mean that the reader has moved.
 *
 * @param content the list's only child
 * @param tail the last element of the list, which is observed for changes of its height; for the
 * rest of the content the caller calls `follow`
 * @param onChange called with whether the reader is at the end
 */
export function followEnd(
	list: HTMLElement,
	content: HTMLElement,
	tail: HTMLElement,
	onChange: (isAtEnd: boolean) => void,
): Follower {
	let isFollowing = true;
	let offset = 0;
	let height = 0;

	function note() {
		const { scrollTop, scrollHeight, clientHeight } = list;
		if (scrollHeight - scrollTop - clientHeight < NEAR) isFollowing = true;
		// If the content's height changed as well, the browser or the virtualiser has scrolled, not
		// the reader.
		else if (scrollTop < offset && scrollHeight === height) isFollowing = false;
		offset = scrollTop;
		height = scrollHeight;
		onChange(isFollowing);
	}

	function follow() {
		note();
		if (isFollowing) goToEnd();
	}

	function goToEnd() {
		isFollowing = true;
		// Not the list's scroll height: a message that the virtualiser has not measured yet may
		// stand out below the content. At its end the virtualiser would take the list for scrolled
		// past all messages, and draw none, which moves the reader.
		list.scrollTop = content.offsetHeight - list.clientHeight;
		offset = list.scrollTop;
		height = list.scrollHeight;
	}

	function leaveEnd() {
		isFollowing = false;
		// The other place may be so near that nothing scrolls.
		requestAnimationFrame(note);
	}

	// The list itself shrinks when the composer grows or a keyboard appears.
	const observer = new ResizeObserver(follow);
	observer.observe(list);
	observer.observe(tail);
	list.addEventListener('scroll', note, { passive: true });

	function stop() {
		observer.disconnect();
		list.removeEventListener('scroll', note);
	}

	return { follow, goToEnd, leaveEnd, isAtEnd: () => isFollowing, stop };
}
