/** So close to the end, in CSS pixels, the reader counts as being there. */
const NEAR = 48;

export interface Follower {
	/** The content has grown: a reader at the end stays there. */
	follow: () => void;
	goToEnd: () => void;
	/** Somebody else brings the reader to another place. */
	leaveEnd: () => void;
	stop: () => void;
}

/**
 * Keeps the reader of a scrolling list at its end while what is in it comes and grows. The reader leaves the end by scrolling
 * up, and by nothing else: a content that grew is not a reader who went away.
 *
 * @param tail the last thing in the list, which may come and go; of the rest of the content the caller says when it grows
 * @param onChange told whether the reader is at the end
 */
export function followEnd(list: HTMLElement, tail: HTMLElement, onChange: (isAtEnd: boolean) => void): Follower {
	let isFollowing = true;
	let offset = 0;
	let height = 0;

	function note() {
		const { scrollTop, scrollHeight, clientHeight } = list;
		if (scrollHeight - scrollTop - clientHeight < NEAR) isFollowing = true;
		// Where the content changed its height too, it was the browser or the virtualiser that moved, not the reader.
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
		list.scrollTop = list.scrollHeight;
		offset = list.scrollTop;
		height = list.scrollHeight;
	}

	function leaveEnd() {
		isFollowing = false;
		onChange(false);
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

	return { follow, goToEnd, leaveEnd, stop };
}
