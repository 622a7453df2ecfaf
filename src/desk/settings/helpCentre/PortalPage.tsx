import { useState } from 'react';
import type { TeamPortal } from '#protocol/application/helpCentreRoutes.ts';
import { ArticleList } from './ArticleList.tsx';
import { CategoryList } from './CategoryList.tsx';
import { PortalSettings } from './PortalSettings.tsx';

interface Props {
	portal: TeamPortal;
	/**
	 * What follows the help centre in the address: a part, unless it is the articles, and a
	 * language, unless it is the default one.
	 */
	path: readonly string[];
}

/** A help centre: its articles, categories or settings. */
export function PortalPage({ portal: loaded, path }: Props) {
	const [portal, setPortal] = useState(loaded);
	if (path[0] === 'settings') return <PortalSettings portal={portal} onChanged={setPortal} />;
	const [Part, inPart] =
		path[0] === 'categories' ? ([CategoryList, path.slice(1)] as const) : ([ArticleList, path] as const);
	const { config, meta } = portal;
	const locale = config.allowed_locales.find(({ code }) => code === inPart[0])?.code ?? meta.default_locale;
	return <Part key={locale} portal={portal} locale={locale} path={inPart.slice(1)} />;
}
