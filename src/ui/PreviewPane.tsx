import { type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './PreviewPane.module.css';

interface Props {
	/** Hears the content's height in CSS pixels, whenever it changes, and 0 at the end: the host makes the frame that high. */
	onMeasure: (height: number) => void;
	children: ReactNode;
}

/** What stands alone over the page, on no background of its own. */
export function PreviewPane({ onMeasure, children }: Props) {
	const pane = useRef<HTMLElement>(null);

	useLayoutEffect(() => {
		const element = pane.current;
		if (!element) return;
		// At once: a frame that is not in view yet is not drawn, and would not be observed.
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
