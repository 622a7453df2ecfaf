/** What the team did within the last days, for administrators. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useCallback, useMemo, useState } from 'react';
import { knownTimeZone } from '#protocol/base/timeZone.ts';
import { websitesAtom } from '../account/account.ts';
import { WebsiteSelect } from '../account/WebsiteSelect.tsx';
import { WaitingNote } from '../common/WaitingNote.tsx';
import { useFresh } from '../common/useFresh.ts';
import { ReportSections } from './ReportSections.tsx';
import { lastDays, loadReport } from './reports.ts';
import { useFigures } from './useFigures.ts';
import styles from './ReportsView.module.css';

const PERIODS = [7, 30, 90];

export function ReportsView() {
	const { t } = useLingui();
	const [days, setDays] = useState(30);
	const [chosenId, choose] = useState<number>();
	// The chosen website may have been deleted since.
	const inboxId = useAtomValue(websitesAtom).find(({ id }) => id === chosenId)?.id;
	const timezone = useTimeZone(inboxId);
	const figures = useFigures(timezone);
	const read = useSetAtom(loadReport);
	const period = useMemo(() => lastDays(days, timezone, inboxId), [days, timezone, inboxId]);
	const load = useCallback(() => read(period), [read, period]);
	const { value: report, isFresh, hasFailed, retry } = useFresh(load, period);
	return (
		<main className={styles.reports} aria-busy={!isFresh && !hasFailed}>
			<div className={styles.content}>
				<div className={styles.head}>
					<h2>
						<Trans>Reports</Trans>
					</h2>
					<div className={styles.choices}>
						<select aria-label={t`Period`} value={days} onChange={({ target }) => setDays(Number(target.value))}>
							{PERIODS.map((count) => (
								<option key={count} value={count}>
									{figures.days(count)}
								</option>
							))}
						</select>
						<WebsiteSelect value={inboxId} onChange={choose} />
					</div>
				</div>
				{hasFailed || !report ? (
					<WaitingNote hasFailed={hasFailed} retry={retry} />
				) : (
					<ReportSections report={report} />
				)}
			</div>
		</main>
	);
}

/** That of the website, or of the oldest one where all are meant. */
function useTimeZone(inboxId: number | undefined): string {
	const websites = useAtomValue(websitesAtom);
	const [oldest] = websites.toSorted((a, b) => a.id - b.id);
	const { timezone } = websites.find(({ id }) => id === inboxId) ?? oldest ?? {};
	const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
	return knownTimeZone(...(timezone === undefined ? [] : [timezone]), own);
}
