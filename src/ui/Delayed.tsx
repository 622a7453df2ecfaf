import { type ReactNode, useEffect, useState } from 'react';

interface Props {
	/** Milliseconds. */
	delay: number;
	children: ReactNode;
}

/**
 * Draws its children once it has been on the page for `delay`, so that a visitor who leaves before
 * does not load them.
 */
export function Delayed({ delay, children }: Props) {
	const [isDue, setIsDue] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setIsDue(true), delay);
		return () => clearTimeout(timer);
	}, [delay]);
	return isDue && children;
}
