import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useAtomValue, useSetAtom } from 'jotai/react';
import { useEffect } from 'react';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { useFocusHandover } from '#ui/useFocusHandover.ts';
import { draftAtom } from '../messages/draft.ts';
import styles from './ArticleOffers.module.css';
import { dismissOffers, findOffers, forgetOffers, OFFER_DELAY, offersAtom } from './offers.ts';
import { articleLocaleAtom } from './portal.ts';
import { useArticleLink } from './useArticleLink.ts';

/**
 * The articles, and a button that hides them. The live region is in the page before them, so that
 * screen readers announce it; the focus stays where the visitor types.
 */
export function ArticleOffers() {
	const { t } = useLingui();
	const articles = useAtomValue(offersAtom);
	const draft = useAtomValue(draftAtom);
	const locale = useAtomValue(articleLocaleAtom);
	const find = useSetAtom(findOffers);
	const forget = useSetAtom(forgetOffers);
	const count = articles.length;

	useEffect(() => {
		const timer = setTimeout(() => void find(), OFFER_DELAY);
		return () => clearTimeout(timer);
	}, [draft, locale, find]);
	useEffect(() => forget, [forget]);

	return (
		<>
			<p role="status" data-visually-hidden>
				{count > 0 && t`${plural(count, { one: '# article found', other: '# articles found' })}`}
			</p>
			{count > 0 && <List />}
		</>
	);
}

function List() {
	const { t } = useLingui();
	const articles = useAtomValue(offersAtom);
	const dismiss = useSetAtom(dismissOffers);
	const linkTo = useArticleLink();
	const section = useFocusHandover<HTMLElement>();
	const title = t`This may help`;
	return (
		<section ref={section} className={styles.offers} aria-label={title}>
			<div className={styles.head}>
				<p className={styles.title}>{title}</p>
				<IconButton size="small" label={t`Hide articles`} icon="close" onPress={() => dismiss()} />
			</div>
			<ul>
				{articles.map(({ id, title: name, link }) => (
					<li key={id}>
						<a className={styles.link} {...linkTo(link)}>
							<span className={styles.name} dir="auto" title={name}>
								{name}
							</span>
							<Icon name="forward" isDirectional />
						</a>
					</li>
				))}
			</ul>
		</section>
	);
}
