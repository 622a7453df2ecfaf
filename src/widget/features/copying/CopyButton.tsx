import { useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { IconButton } from '#ui/IconButton.tsx';
import { COPY } from '#ui/messageIcons.ts';
import { showAlert } from '../alerts/alerts.ts';

/** A button beside a message that copies its text as it was written. */
export function CopyButton({ text }: { text: string }) {
	const { t } = useLingui();
	const alert = useSetAtom(showAlert);
	// Browsers have no clipboard on pages without TLS.
	if (!(navigator.clipboard as Clipboard | undefined)) return null;

	async function copy() {
		try {
			await navigator.clipboard.writeText(text);
			alert(t`Copied`, 'success');
		} catch (error) {
			console.debug('live-chat-widget: the message was not copied', error);
			alert(t`There was an error, please try again`);
		}
	}

	return <IconButton size="small" label={t`Copy`} icon={COPY} onPress={() => void copy()} />;
}
