import { useLingui } from '@lingui/react/macro';
import { useAtomValue } from 'jotai/react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Loading } from '#ui/Loading.tsx';
import { useLoaded } from '#ui/useLoaded.ts';
import { localeAtom } from '../language/language.ts';
import { createPicker } from './createPicker.ts';
import styles from './EmojiPicker.module.css';

/** emoji-picker-element, in the interface language. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
	const { t } = useLingui();
	const locale = useAtomValue(localeAtom);
	const { value: picker, ...rest } = useLoaded(useCallback(() => createPicker(locale), [locale]));
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

/** Whether a search has no results: while the picker searches, its panel is a region with a list box. */
function findsNothing(root: ShadowRoot): boolean {
	return root.querySelector('[role=region]') !== null && root.querySelector('[role=region] [role=option]') === null;
}
