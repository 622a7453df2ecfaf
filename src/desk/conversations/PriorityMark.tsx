import { VisuallyHidden } from '../common/VisuallyHidden.tsx';
import type { Priority } from '#protocol/entities/entities.ts';
import { usePriorityName } from './usePriorityName.ts';
import styles from './PriorityMark.module.css';

const BARS: Record<Priority, number> = { low: 1, medium: 2, high: 3, urgent: 3 };

/** Three bars, of which as many are filled as the priority is high. */
export function PriorityMark({ priority }: { priority: Priority }) {
	const name = usePriorityName()(priority);
	return (
		<span className={styles.mark} data-priority={priority} title={name}>
			<svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
				{[1, 2, 3].map((bar) => (
					<rect
						key={bar}
						x={bar * 4 - 3.5}
						y={9 - bar * 2.5}
						width="3"
						height={2.5 + bar * 2.5}
						rx="1"
						opacity={bar <= BARS[priority] ? 1 : 0.3}
					/>
				))}
			</svg>
			<VisuallyHidden>{name}</VisuallyHidden>
		</span>
	);
}
