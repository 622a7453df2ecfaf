/** The lines that put the chat into a page, for each website that the agent sees. */
import { Trans } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useId, useState } from 'react';
import { useLoaded } from '#ui/useLoaded.ts';
import { Dialog } from '../common/Dialog.tsx';
import { TextButton } from '../common/TextButton.tsx';
import { CopyableCode } from './CopyableCode.tsx';
import { loadEmbedding, type Website } from './embedding.ts';
import styles from './EmbedDialog.module.css';

export function EmbedDialog({ onClose }: { onClose: () => void }) {
	return (
		<Dialog title={<Trans>Embed</Trans>} onClose={onClose}>
			<Websites />
		</Dialog>
	);
}

function Websites() {
	// Loaded each time that the dialog opens: the script's hash changes with the server's version.
	const fetchEmbedding = useSetAtom(loadEmbedding);
	const [load] = useState(() => () => fetchEmbedding());
	const { value: embedding, hasFailed, retry } = useLoaded(load);
	if (hasFailed) {
		return (
			<p className={styles.note} role="alert">
				<Trans>This could not be loaded.</Trans>{' '}
				<TextButton onPress={retry}>
					<Trans>Try again</Trans>
				</TextButton>
			</p>
		);
	}
	if (!embedding) {
		return (
			<p className={styles.note} role="status">
				<Trans>Loading…</Trans>
			</p>
		);
	}
	if (embedding.websites.length === 0) {
		return (
			<p className={styles.note}>
				<Trans>No websites yet. An administrator can add one.</Trans>
			</p>
		);
	}
	return (
		<>
			<p className={styles.lead}>
				<Trans>Add these lines to every page where the chat should appear.</Trans>
			</p>
			{embedding.websites.map((website) => (
				<WebsiteCode key={website.id} website={website} />
			))}
		</>
	);
}

function WebsiteCode({ website: { name, code, strictCode, policy } }: { website: Website }) {
	const nameId = useId();
	const strictId = useId();
	return (
		<section className={styles.website} aria-labelledby={nameId}>
			<h3 id={nameId}>
				<bdi>{name}</bdi>
			</h3>
			<CopyableCode code={code} describedBy={nameId} />
			<details className={styles.strict}>
				<summary id={strictId}>
					<Trans>For pages with a strict content security policy (CSP)</Trans>
				</summary>
				<p>
					<Trans>
						This script is a single file that the policy can allow by its hash. The hash changes with every server
						update.
					</Trans>
				</p>
				<CopyableCode code={strictCode} describedBy={`${nameId} ${strictId}`} />
				<CopyableCode caption="Content-Security-Policy" code={policy} describedBy={`${nameId} ${strictId}`} />
			</details>
		</section>
	);
}
