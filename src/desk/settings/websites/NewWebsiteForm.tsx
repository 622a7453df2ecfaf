import { Trans } from '@lingui/react/macro';
import { settingsHref } from '../../common/route.ts';
import { NewItem, SettingsPage } from '../parts/SettingsPage.tsx';
import { WebsiteNameForm } from './WebsiteNameForm.tsx';

/** The page that adds a website. */
export function NewWebsiteForm() {
	return (
		<SettingsPage title={<NewItem of={<Trans>Websites</Trans>} />}>
			<WebsiteNameForm next={(id) => settingsHref('websites', id, 'look')} back={settingsHref('websites')} />
		</SettingsPage>
	);
}
