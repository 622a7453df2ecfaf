import { axisPlaces } from './axisPlaces.ts';
import styles from './BarChart.module.css';

export interface Bar {
	/** When and how much, which a pointer over the bar shows. */
	title: string;
	/** Undefined where there is nothing to average. */
	value: number | undefined;
}

interface Props {
	bars: readonly Bar[];
	/** What the axis reaches at least. */
	atLeast: number;
	/** The names of the first, the middle and the last bar. */
	names: readonly string[];
	writeTick: (value: number) => string;
}

/** Its lines have whole places, on which they are sharp. */
const HEIGHT = 120;

/** Bars from zero. They are decoration for agents who see: the table beside it says the same. */
export function BarChart({ bars, atLeast, names, writeTick }: Props) {
	const largest = Math.max(atLeast, ...bars.map(({ value = 0 }) => value));
	const places = axisPlaces(largest);
	const top = places.at(-1) ?? largest;
	return (
		<div className={styles.chart} aria-hidden="true">
			<div className={styles.ticks}>
				{places.map((place) => (
					<span key={place}>{writeTick(place)}</span>
				))}
			</div>
			<div className={styles.plot}>
				<svg className={styles.bars} viewBox={`0 0 ${bars.length} ${HEIGHT}`} preserveAspectRatio="none">
					{places.map((place) => (
						<line
							key={place}
							className={styles.line}
							x2={bars.length}
							y1={HEIGHT - (HEIGHT * place) / top}
							y2={HEIGHT - (HEIGHT * place) / top}
						/>
					))}
					{bars.map(({ title, value = 0 }, index) => (
						<g key={title}>
							<title>{title}</title>
							<rect className={styles.place} x={index} width={1} height={HEIGHT} />
							<rect
								className={styles.bar}
								x={index + 0.15}
								width={0.7}
								y={HEIGHT - (HEIGHT * value) / top}
								height={(HEIGHT * value) / top}
							/>
						</g>
					))}
				</svg>
			</div>
			<div className={styles.names}>
				{names.map((name) => (
					<span key={name}>{name}</span>
				))}
			</div>
		</div>
	);
}
