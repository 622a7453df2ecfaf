import { Trans, useLingui } from '@lingui/react/macro';
import { useSetAtom } from 'jotai/react';
import { useCallback, useState } from 'react';
import type { CsatResponse } from '#protocol/application/csatRoutes.ts';
import { CSAT_PER_PAGE } from '#protocol/application/csatRoutes.ts';
import { RatingFace } from '#ui/rating/RatingFace.tsx';
import { useRatingLabels } from '#ui/rating/useRatingLabels.ts';
import { conversationHref } from '../common/route.ts';
import { TextButton } from '../common/TextButton.tsx';
import { formatMoment } from '../common/time.ts';
import { WaitingNote } from '../common/WaitingNote.tsx';
import { useFresh } from '../common/useFresh.ts';
import { loadRatings, type Period } from './reports.ts';
import styles from './RatingList.module.css';

/** What visitors said, the newest first. */
export function RatingList({ period }: { period: Period }) {
	const readPage = useSetAtom(loadRatings);
	const [pages, setPages] = useState(1);
	const load = useCallback(async () => {
		const read = await Promise.all(Array.from({ length: pages }, (_, index) => readPage(period, index + 1)));
		const ratings = read.flat();
		return { ratings, hasMore: ratings.length === pages * CSAT_PER_PAGE };
	}, [readPage, period, pages]);
	const { value, isFresh, hasFailed, retry } = useFresh(load, pages);
	if (!value) return <WaitingNote hasFailed={hasFailed} retry={retry} />;
	const { ratings, hasMore } = value;
	if (ratings.length === 0)
		return (
			<p className={styles.empty}>
				<Trans>No ratings in this period.</Trans>
			</p>
		);
	return (
		<>
			<ul className={styles.list}>
				{ratings.map((rating) => (
					<Rating key={rating.id} rating={rating} />
				))}
			</ul>
			{hasFailed && <WaitingNote hasFailed retry={retry} />}
			{hasMore && !hasFailed && (
				<TextButton isBusy={!isFresh} onPress={() => setPages(pages + 1)}>
					<Trans>Show more</Trans>
				</TextButton>
			)}
		</>
	);
}

function Rating({
	rating: { rating, feedback_message, contact, conversation_id, assigned_agent, created_at },
}: {
	rating: CsatResponse;
}) {
	const { i18n } = useLingui();
	const labels = useRatingLabels();
	return (
		<li className={styles.rating}>
			<span className={styles.face}>
				<RatingFace rating={rating} />
			</span>
			<div>
				{feedback_message && (
					<p className={styles.comment}>
						<bdi>{feedback_message}</bdi>
					</p>
				)}
				<p className={styles.about}>
					{labels[rating]} ·{' '}
					<a href={conversationHref(conversation_id)}>
						<bdi>{contact?.name || `#${conversation_id}`}</bdi>
					</a>
					{assigned_agent && (
						<>
							{' '}
							· <bdi>{assigned_agent.available_name}</bdi>
						</>
					)}{' '}
					· {formatMoment(created_at, i18n.locale)}
				</p>
			</div>
		</li>
	);
}
