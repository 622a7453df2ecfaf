import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { languageTag } from '#protocol/base/locales.ts';
import { Button } from '#ui/Button.tsx';
import { useTheme } from '#ui/useTheme.ts';
import { passCaptcha, showChallenge } from '../../features/captcha/captcha.ts';
import { channelAtom } from '../../features/channel/channel.ts';
import { localeAtom } from '../../features/language/language.ts';
import styles from './CaptchaView.module.css';

/**
 * The website's challenge, below the view in which the visitor writes, for as long as a call waits
 * for it.
 */
export function CaptchaView() {
	const { t } = useLingui();
	const { captcha } = useAtomValue(channelAtom);
	const language = languageTag(useAtomValue(localeAtom));
	const theme = useTheme();
	const pass = useSetAtom(passCaptcha);
	const [failure, setFailure] = useState<'unloaded' | 'refused'>();
	const [attempt, setAttempt] = useState(0);
	const place = useRef<HTMLDivElement>(null);
	const group = useRef<HTMLDivElement>(null);
	const title = useId();
	// The owner has set it up since: a new document has its key, and may load its script.
	if (!captcha) throw new Error('The document knows no captcha');
	const { provider, siteKey } = captcha;

	// A layout effect, which is undone while what may have the focus is still in the page.
	useLayoutEffect(() => {
		// The provider's script draws into an element that is none of React's.
		const element = document.createElement('div');
		place.current?.append(element);
		let isOver = false;
		let remove: (() => void) | undefined;
		const end = () => {
			if (isOver) return;
			isOver = true;
			if (element.contains(document.activeElement)) group.current?.focus({ preventScroll: true });
			remove?.();
			element.remove();
		};
		const fail = (reason: 'unloaded' | 'refused') => {
			if (isOver) return;
			end();
			setFailure(reason);
		};
		const onFailed = () => fail('refused');
		const onPassed = (proof: string) => void pass(proof).catch(onFailed);
		showChallenge(element, { provider, siteKey, language, theme, onPassed, onFailed }).then(
			(taken) => {
				if (isOver) taken();
				else remove = taken;
			},
			() => fail('unloaded'),
		);
		return end;
	}, [attempt, provider, siteKey, language, theme, pass]);

	useLayoutEffect(() => {
		const element = group.current;
		const view = element?.parentElement;
		// Where there is too little room for both, the challenge is what the visitor has to see.
		view?.scrollTo({ top: view.scrollHeight });
		return () => {
			if (element?.contains(document.activeElement)) document.querySelector('main')?.focus({ preventScroll: true });
		};
	}, []);

	function tryAgain() {
		group.current?.focus({ preventScroll: true });
		setFailure(undefined);
		setAttempt(attempt + 1);
	}

	return (
		<div ref={group} className={styles.challenge} role="group" aria-labelledby={title} tabIndex={-1}>
			<p id={title} role="alert">{t`Please confirm that you are human. What you have written is sent after that.`}</p>
			<div role="alert" className={styles.failure}>
				{failure === 'unloaded' && t`The check could not be loaded. What you have written is not lost.`}
				{failure === 'refused' && t`The check did not succeed. What you have written is not lost.`}
			</div>
			{failure ? (
				<Button kind="quiet" onPress={tryAgain}>{t`Try again`}</Button>
			) : (
				<div ref={place} className={styles.place} />
			)}
		</div>
	);
}
