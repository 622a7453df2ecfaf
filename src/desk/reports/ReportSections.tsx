import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useState, type ReactNode } from 'react';
import type { ReportRow } from '#protocol/application/reportRoutes.ts';
import { OutlinedButton } from '../common/OutlinedButton.tsx';
import { ChartPart } from './ChartPart.tsx';
import { FigureTable } from './FigureTable.tsx';
import { RatingList } from './RatingList.tsx';
import { downloadReport, type Period, type Report, type ReportFile } from './reports.ts';
import { useFigures } from './useFigures.ts';
import styles from './ReportsView.module.css';

/** The figures of a period: charts, then by agent and by website, then what visitors said. */
export function ReportSections({ report }: { report: Report }) {
	const { t } = useLingui();
	const { period, totals, previous, days, agents, inboxes } = report;
	const { since, until, timezone, inboxId } = period;
	const given = (value: number, count: number) => (count === 0 ? undefined : value);
	return (
		<>
			<Section
				title={
					<span className={styles.zone}>
						<Trans>Time zone</Trans> · <bdi>{timezone}</bdi>
					</span>
				}
				file="days"
				period={period}
			>
				<div className={styles.charts}>
					<ChartPart
						title={t`Conversations`}
						kind="count"
						total={totals.conversations_count}
						previous={previous.conversations_count}
						days={days.conversations_count}
						timezone={timezone}
						empty={<Trans>No conversations in this period.</Trans>}
					/>
					<ChartPart
						title={t`Time to first reply`}
						kind="duration"
						total={given(totals.avg_first_response_time, totals.first_responses_count)}
						previous={given(previous.avg_first_response_time, previous.first_responses_count)}
						days={days.avg_first_response_time}
						timezone={timezone}
						empty={<Trans>No replies in this period.</Trans>}
					/>
					<ChartPart
						title={t`Time to resolution`}
						kind="duration"
						total={given(totals.avg_resolution_time, totals.resolutions_count)}
						previous={given(previous.avg_resolution_time, previous.resolutions_count)}
						days={days.avg_resolution_time}
						timezone={timezone}
						empty={<Trans>No resolved conversations in this period.</Trans>}
					/>
					<ChartPart
						title={t`Average rating`}
						kind="rating"
						total={given(totals.avg_csat_rating, totals.ratings_count)}
						previous={given(previous.avg_csat_rating, previous.ratings_count)}
						days={days.avg_csat_rating}
						timezone={timezone}
						empty={<Trans>No ratings in this period.</Trans>}
					/>
				</div>
			</Section>
			<Section title={t`Team members`} file="agents" period={period}>
				<OwnerTable name={t`Team members`} owner={t`Agent`} rows={agents} timezone={timezone} />
			</Section>
			<Section title={t`Websites`} file="inboxes" period={period}>
				<OwnerTable name={t`Websites`} owner={t`Website`} rows={inboxes} timezone={timezone} />
			</Section>
			<Section title={t`Ratings`} file="ratings" period={period}>
				<RatingList key={`${since} ${until} ${inboxId}`} period={period} />
			</Section>
		</>
	);
}

interface SectionProps {
	title: ReactNode;
	/** What is saved as CSV. */
	file: ReportFile;
	period: Period;
	children: ReactNode;
}

function Section({ title, file, period, children }: SectionProps) {
	const download = useSetAtom(downloadReport);
	const [state, setState] = useState<'loading' | 'failed'>();
	const save = async (): Promise<void> => {
		setState('loading');
		try {
			await download(file, period);
			setState(undefined);
		} catch {
			setState('failed');
		}
	};
	return (
		<section className={styles.section}>
			<div className={styles.head}>
				<h3>{title}</h3>
				<OutlinedButton isBusy={state === 'loading'} onPress={() => void save()}>
					<Trans>Download CSV</Trans>
				</OutlinedButton>
			</div>
			{state === 'failed' && (
				<p role="alert">
					<Trans>That did not work. Try again.</Trans>
				</p>
			)}
			{children}
		</section>
	);
}

interface OwnerTableProps {
	name: string;
	owner: string;
	rows: readonly ReportRow[];
	timezone: string;
}

function OwnerTable({ name, owner, rows, timezone }: OwnerTableProps) {
	const { t } = useLingui();
	const { count, duration, average } = useFigures(timezone);
	const given = (value: number | null, write: (given: number) => string) => (value === null ? '–' : write(value));
	return (
		<FigureTable
			name={name}
			columns={[
				owner,
				t`Conversations`,
				t({ message: 'Resolved', context: 'conversations' }),
				t`Time to first reply`,
				t`Time to resolution`,
				t`Average rating`,
			]}
			rows={rows.map((row) => ({
				key: row.id,
				cells: [
					row.name,
					count(row.conversations_count),
					count(row.resolved_conversations_count),
					given(row.avg_first_response_time, duration),
					given(row.avg_resolution_time, duration),
					given(row.avg_csat_rating, average),
				],
			}))}
		/>
	);
}
