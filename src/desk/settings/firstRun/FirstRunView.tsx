/**
 * Sets a website up step by step: for an administrator who has none yet, or whose page does not
 * show the chat yet.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useEffect, useRef, type FunctionComponent, type ReactNode } from 'react';
import { settingsHref } from '../../common/route.ts';
import { WaitingNote } from '../../common/WaitingNote.tsx';
import { FormStepContext } from '../../form/formStep.ts';
import { LeaveDialog } from '../../form/LeaveDialog.tsx';
import { ReloadContext } from '../../form/reload.ts';
import { clearNotice } from '../../form/notice.ts';
import { useFresh } from '../../common/useFresh.ts';
import { loadWebsites, type Website } from '../embedding/embedding.ts';
import { GreetingForm } from '../websites/GreetingForm.tsx';
import { HoursForm } from '../websites/HoursForm.tsx';
import { LookForm } from '../websites/LookForm.tsx';
import { WebsiteNameForm } from '../websites/WebsiteNameForm.tsx';
import type { WebsiteFormProps } from '../websites/websiteForm.ts';
import { changeWebsite } from '../websites/websiteSettings.ts';
import { InstallationStep } from './InstallationStep.tsx';
import styles from './FirstRunView.module.css';

interface Step {
	/** In the address. */
	slug: string;
	title: ReactNode;
	/**
	 * Absent for the first step, where there is no website yet, and for the last one, which saves
	 * nothing.
	 */
	Form?: FunctionComponent<WebsiteFormProps>;
}

const NAME: Step = { slug: 'name', title: <Trans>Website</Trans> };
const LOOK: Step = { slug: 'look', title: <Trans>Appearance</Trans>, Form: LookForm };
const GREETING: Step = { slug: 'greeting', title: <Trans>Greeting</Trans>, Form: GreetingForm };
const HOURS: Step = { slug: 'hours', title: <Trans>Working hours</Trans>, Form: HoursForm };
const INSTALLATION: Step = { slug: 'installation', title: <Trans>Installation</Trans> };
const STEPS = [NAME, LOOK, GREETING, HOURS, INSTALLATION];

const BASE = 'start';

/**
 * @param path what follows `#/settings/start/` in the address: a website's id, and the step's slug
 */
export function FirstRunView({ path }: { path: readonly string[] }) {
	const { t } = useLingui();
	const [id, slug] = path;
	const { value: websites, isFresh, ...progress } = useFresh(useSetAtom(loadWebsites), path.join('/'));
	const place = useRef<HTMLElement>(null);
	const clear = useSetAtom(clearNotice);
	useEffect(() => {
		clear();
		place.current?.focus({ preventScroll: true });
		place.current?.scrollTo({ top: 0 });
	}, [id, slug, clear]);
	// A step begins with what the server has now, since its form sends back all that it shows.
	const website = websites && isFresh ? findUnfinished(websites, id) : undefined;
	const step = (website && STEPS.find((one) => one !== NAME && one.slug === slug)) ?? (website ? LOOK : NAME);
	return (
		<main ref={place} className={styles.page} tabIndex={-1}>
			<div className={styles.content}>
				<h2>
					<Trans>Set up the live chat</Trans>
				</h2>
				<ol className={styles.steps} aria-label={t`Set up the live chat`}>
					{STEPS.map((one) => (
						<li key={one.slug} aria-current={one === step ? 'step' : undefined}>
							{website && one !== NAME ? (
								<a href={hrefOf(website.inbox.id, one)}>{one.title}</a>
							) : (
								<span>{one.title}</span>
							)}
						</li>
					))}
				</ol>
				{websites && isFresh ? (
					<ReloadContext value={progress.retry}>
						<StepContent key={step.slug} step={step} website={website} />
					</ReloadContext>
				) : (
					<WaitingNote {...progress} />
				)}
			</div>
			<LeaveDialog />
		</main>
	);
}

function StepContent({ step, website }: { step: Step; website: Website | undefined }) {
	const change = useSetAtom(changeWebsite);
	if (!website) return <WebsiteNameForm next={(id) => hrefOf(id, LOOK)} action={<Trans>Continue</Trans>} />;
	const { Form } = step;
	if (!Form) return <InstallationStep website={website} />;
	const next = STEPS[STEPS.indexOf(step) + 1] ?? INSTALLATION;
	return (
		<FormStepContext value={{ next: hrefOf(website.inbox.id, next) }}>
			<Form
				inbox={website.inbox}
				save={(values, etag) => change(website.inbox.id, values, etag)}
				onChanged={() => undefined}
			/>
		</FormStepContext>
	);
}

/** The website that the address names, else the first one that no page shows yet. */
function findUnfinished(websites: readonly Website[], id: string | undefined): Website | undefined {
	return (
		websites.find(({ inbox }) => String(inbox.id) === id) ?? websites.find(({ inbox }) => inbox.page_seen_at === 0)
	);
}

function hrefOf(id: number, { slug }: Step): string {
	return settingsHref(BASE, id, slug);
}
