import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import type { InboxChange } from '#protocol/application/inboxSettings.ts';
import { launcherTypeOf } from '#protocol/frame/embedCode.ts';
import { FormBesidePreview } from '../../parts/FormBesidePreview.tsx';
import { encodeDraft, showChat } from './preview.ts';
import styles from './BesidePreview.module.css';

interface Props {
	inbox: Pick<TeamInbox, 'id' | 'website_token' | 'launcher_title'>;
	/** What the form would save. */
	draft: InboxChange;
	/** The language of the preview; by default the website's. */
	locale?: string;
	/** The form. */
	children: ReactNode;
}

/** Milliseconds without typing after which the preview follows. */
const PAUSE = 400;

/**
 * A form beside the chat as it would be with what is typed: the widget itself, which shows it and
 * stores nothing.
 */
export function BesidePreview({ inbox, draft, locale = '', children }: Props) {
	const { t } = useLingui();
	const frame = useRef<HTMLIFrameElement>(null);
	const [isLoaded, setLoaded] = useState(false);
	const { website_token: websiteToken } = inbox;
	const type = launcherTypeOf({ ...inbox, ...draft }.launcher_title);
	const settled = useSettled(`${locale} ${type} /desk/preview/${inbox.id}/${encodeDraft(draft)}`);
	useEffect(() => {
		const page = frame.current?.contentDocument;
		const [language = '', launcher = '', path = ''] = settled.split(' ');
		if (!isLoaded || !page) return;
		showChat(page, { websiteToken, baseUrl: location.origin + path, locale: language, type: launcher });
	}, [isLoaded, websiteToken, settled]);
	return (
		<FormBesidePreview
			isSticky
			preview={
				<iframe
					ref={frame}
					className={styles.frame}
					title={t`Preview`}
					src="/desk/preview"
					onLoad={() => setLoaded(true)}
				/>
			}
		>
			{children}
		</FormBesidePreview>
	);
}

/** The value once it has not changed for a moment. */
function useSettled<T>(value: T): T {
	const [settled, setSettled] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setSettled(value), PAUSE);
		return () => clearTimeout(timer);
	}, [value]);
	return settled;
}
