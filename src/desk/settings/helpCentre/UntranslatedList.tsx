import { Trans, useLingui } from '@lingui/react/macro';
import { settingsHref } from '../../common/route.ts';
import { Item, ItemList } from '../parts/ItemList.tsx';
import { SettingsPart } from '../parts/SettingsPage.tsx';
import { type ArticlesProps, listOtherLanguages } from './articleGroups.ts';

/** The articles that a language lacks; each leads to the page on which it is translated. */
export function UntranslatedList({ portal, locale, groups }: ArticlesProps) {
	const { i18n } = useLingui();
	const missing = groups.filter(({ versions }) => !versions.has(locale));
	if (missing.length === 0) return null;
	return (
		<SettingsPart title={<Trans>Not translated yet</Trans>}>
			<ItemList>
				{missing.map((group) => (
					<Item
						key={group.id}
						title={<bdi>{group.original.title}</bdi>}
						details={listOtherLanguages(group, locale, i18n.locale)}
						href={settingsHref('help-centre', portal.id, locale, group.id)}
					/>
				))}
			</ItemList>
		</SettingsPart>
	);
}
