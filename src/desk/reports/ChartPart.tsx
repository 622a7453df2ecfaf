import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ReportPoint } from '#protocol/application/reportRoutes.ts';
import { BarChart } from './BarChart.tsx';
import { FigureTable } from './FigureTable.tsx';
import { useFigures, type Scale } from './useFigures.ts';
import styles from './ChartPart.module.css';

interface Props {
	title: string;
	kind: 'count' | 'duration' | 'rating';
	/**
	 * The figure of the whole period, and of the one before; undefined where there is nothing to
	 * average.
	 */
	total: number | undefined;
	previous: number | undefined;
	days: readonly ReportPoint[];
	timezone: string;
	/** What stands in place of the chart where nothing happened. */
	empty: ReactNode;
}

/** A metric: its figure, its days as a chart, and the same as a table. */
export function ChartPart({ title, kind, total, previous, days, timezone, empty }: Props) {
	const { t } = useLingui();
	const figures = useFigures(timezone);
	const write = { count: figures.count, duration: figures.duration, rating: figures.average }[kind];
	const largest = Math.max(0, ...days.map(({ value }) => value));
	const plain: Scale = { divisor: 1, write: figures.average };
	const scale = kind === 'duration' ? figures.scaleOf(largest) : plain;
	const valueOf = ({ value, count }: ReportPoint) => (kind === 'count' || count > 0 ? value : undefined);
	const writeOf = (point: ReportPoint) => {
		const value = valueOf(point);
		return value === undefined ? '–' : write(value);
	};
	const before = previous === undefined ? '–' : write(previous);
	const shown = [days[0], days[(days.length - 1) >> 1], days.at(-1)].filter((day) => day !== undefined);
	return (
		<section className={styles.part}>
			<h3>{title}</h3>
			<p className={styles.total}>
				<strong>{total === undefined ? '–' : write(total)}</strong>{' '}
				<span>
					<Trans comment="The figure of as long a period before">Before: {before}</Trans>
				</span>
			</p>
			{total === undefined || (kind === 'count' && total === 0) ? (
				<p className={styles.empty}>{empty}</p>
			) : (
				<>
					<BarChart
						bars={days.map((point) => {
							const value = valueOf(point);
							return {
								title: t`${{ name: figures.day(point.timestamp) }}: ${{ content: writeOf(point) }}`,
								value: value === undefined ? undefined : value / scale.divisor,
							};
						})}
						atLeast={kind === 'duration' ? 1 : 5}
						names={shown.map(({ timestamp }) => figures.day(timestamp))}
						writeTick={scale.write}
					/>
					<details>
						<summary>
							<Trans>Table</Trans>
						</summary>
						<FigureTable
							name={title}
							columns={[t`Day`, title]}
							rows={days.map((point) => ({
								key: point.timestamp,
								cells: [figures.day(point.timestamp), writeOf(point)],
							}))}
						/>
					</details>
				</>
			)}
		</section>
	);
}
