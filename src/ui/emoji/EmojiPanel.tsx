import { useLingui } from '@lingui/react/macro';
import type Picker from 'emoji-picker-element/picker.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Loading } from '../Loading.tsx';
import { useLoaded } from '../useLoaded.ts';
import styles from './EmojiPanel.module.css';

interface Props {
	/**
	 * Creates the picker in the interface language; the same function until that changes. Rejects
	 * with a ChunkLoadError.
	 */
	create: () => Promise<Picker>;
	onChoose: (emoji: string) => void;
}

/** emoji-picker-element. */
export function EmojiPanel({ create, onChoose }: Props) {
	const { t } = useLingui();
	const { value: picker, ...rest } = useLoaded(create);
	const place = useRef<HTMLDivElement>(null);
	const [isEmpty, setIsEmpty] = useState(false);
	const choose = useEffectEvent(onChoose);

	useEffect(() => {
		if (!picker) return;
		picker.classList.add(styles.picker ?? '');
		picker.addEventListener('emoji-click', ({ detail }) => choose(detail.unicode ?? ''));
		place.current?.append(picker);
		const { shadowRoot } = picker;
		if (!shadowRoot) return;
		// The picker has no text for a search without results.
		const observer = new MutationObserver(() => setIsEmpty(findsNothing(shadowRoot)));
		observer.observe(shadowRoot, { subtree: true, childList: true, attributes: true, attributeFilter: ['role'] });
		// On a touch screen, focusing the search field would open the keyboard over the emoji.
		if (!matchMedia('(pointer: coarse)').matches) shadowRoot.querySelector<HTMLElement>('[type=search]')?.focus();
		return () => {
			observer.disconnect();
			picker.remove();
		};
	}, [picker]);

	return (
		<div ref={place} className={styles.place}>
			{!picker && <Loading {...rest} />}
			<p className={styles.empty} role="status">
				{isEmpty && t`No emoji match your search`}
			</p>
		</div>
	);
}

/**
 * Whether a search has no results: while the picker searches, its panel is a region with a list
 * box.
 */
function findsNothing(root: ShadowRoot): boolean {
	return root.querySelector('[role=region]') !== null && root.querySelector('[role=region] [role=option]') === null;
}
