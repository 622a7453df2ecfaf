import { Trans } from '@lingui/react/macro';
import { useId } from 'react';
import { CopyableCode } from '../parts/CopyableCode.tsx';
import { embedSnippetOf, type Website } from './embedding.ts';
import styles from './WebsiteCode.module.css';

/** The lines that put the chat into the website's pages. */
export function WebsiteCode({ website }: { website: Website }) {
	const { code, strictCode, policy } = embedSnippetOf(website);
	const strictId = useId();
	return (
		<section className={styles.website} aria-label={website.inbox.name}>
			<CopyableCode code={code} />
			<details className={styles.strict}>
				<summary id={strictId}>
					<Trans>For pages with a strict content security policy (CSP)</Trans>
				</summary>
				<p>
					<Trans>
						This script is a single file that the policy can allow by its hash. Address and hash stay valid for a year
						after an update of the server.
					</Trans>
				</p>
				<CopyableCode code={strictCode} describedBy={strictId} />
				<CopyableCode caption="Content-Security-Policy" code={policy} describedBy={strictId} />
			</details>
		</section>
	);
}

export function EmbedLead() {
	return <Trans>Add these lines to every page where the chat should appear.</Trans>;
}
