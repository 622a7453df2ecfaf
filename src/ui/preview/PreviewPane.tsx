import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './PreviewPane.module.css';

interface Props {
	/**
	 * Called with the content's height in CSS pixels whenever it changes, and with 0 at the end:
	 * the host gives the frame that height.
	 */
	onMeasure: (height: number) => void;
	children: ReactNode;
}

/** Content that is shown directly over the page, without a background. */
export function PreviewPane({ onMeasure, children }: Props) {
	const pane = useRef<HTMLElement>(null);

	useLayoutEffect(() => {
		const element = pane.current;
		if (!element) return;
		// The first height is reported at once: browsers do not run observers in a frame that is
		// not visible yet.
		onMeasure(element.offsetHeight);
		const observer = new ResizeObserver(() => onMeasure(element.offsetHeight));
		observer.observe(element);
		return () => {
			observer.disconnect();
			onMeasure(0);
		};
	}, [onMeasure]);

	return (
		<main ref={pane} className={styles.pane}>
			{children}
		</main>
	);
}
