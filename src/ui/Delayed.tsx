import { type ReactNode, useEffect, useState } from 'react';

interface Props {
	/** Milliseconds. */
	delay: number;
	children: ReactNode;
}

/** Draws what is in it once it has been on the page for so long: whoever leaves before does not pay for it. */
export function Delayed({ delay, children }: Props) {
	const [isDue, setIsDue] = useState(false);
	useEffect(() => {
		const timer = setTimeout(() => setIsDue(true), delay);
		return () => clearTimeout(timer);
	}, [delay]);
	return isDue && children;
}
