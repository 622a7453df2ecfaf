import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** So close to the end, in CSS pixels, the reader counts as being there. */
const NEAR = 48;

/**
 * Keeps a scrolling list where its reader is: at the end it follows what comes, elsewhere nothing moves under the eyes, not
 * even when older messages appear above. `firstKey` names the list's first row. The answer is the list's ref.
 */
export function useFollowEnd(firstKey: string | undefined): RefObject<HTMLDivElement | null> {
	const list = useRef<HTMLDivElement>(null);
	const isAtEnd = useRef(true);
	const before = useRef({ firstKey, height: 0 });

	useLayoutEffect(() => {
		const element = list.current;
		if (!element) return;
		const grown = element.scrollHeight - before.current.height;
		if (firstKey !== before.current.firstKey && !isAtEnd.current) element.scrollTop += grown;
		before.current = { firstKey, height: element.scrollHeight };
	});

	useEffect(() => {
		const element = list.current;
		const content = element?.firstElementChild;
		if (!element || !content) return;
		const note = () => {
			isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
		};
		const follow = () => {
			if (isAtEnd.current) element.scrollTop = element.scrollHeight;
		};
		// The content grows with each message; the list itself shrinks when the composer grows or a keyboard appears.
		const observer = new ResizeObserver(follow);
		observer.observe(content);
		observer.observe(element);
		element.addEventListener('scroll', note, { passive: true });
		return () => {
			observer.disconnect();
			element.removeEventListener('scroll', note);
		};
	}, []);

	return list;
}
