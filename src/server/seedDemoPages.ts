import { createChannel } from './rules/team.ts';
import type { Repositories, Store } from './store/store.ts';

/** The page's channel has the token `demo-<page>`; `demo/pages.js` links them. */
const CHANNELS: readonly { page: string; name: string; color?: string; locale?: string; title?: string }[] = [
	{ page: 'identity', name: 'Halden Stoneware' },
	{ page: 'campaigns', name: 'Halden Stoneware' },
	{ page: 'launcher', name: 'Halden Stoneware', color: '#8a4b2f' },
	{ page: 'inline', name: 'Halden Stoneware', color: '#2f5d62' },
	{ page: 'dark', name: 'Halden Stoneware', color: '#7fb3b5' },
	{ page: 'rtl', name: 'خزف هالدن', locale: 'ar', title: 'مرحبًا' },
	{ page: 'strict', name: 'Halden Stoneware' },
	{ page: 'sales', name: 'Sales', color: '#2f5d62', title: 'Which piece is it?' },
	{ page: 'workshop', name: 'Workshop', color: '#8a4b2f', title: 'Something about the kiln?' },
];

/** Public, so that `demo/identity.js` can show signatures; a real one never leaves the site's server. */
const DEMO_IDENTITY_KEY = 'the-key-of-the-demo';

/** Makes the channels that are missing; campaigns are the agent's. */
export async function seedDemoPages(store: Store, agentId: number): Promise<void> {
	await store.transaction((repositories) => seed(repositories, agentId));
}

async function seed(store: Repositories, senderId: number): Promise<void> {
	const accountId = (await store.accounts.findFirst())?.id;
	if (accountId === undefined) return;
	for (const { page, name, color, locale, title } of CHANNELS) {
		const websiteToken = `demo-${page}`;
		if (await store.channels.findByWebsiteToken(websiteToken)) continue;
		const { inbox } = await createChannel(store, {
			accountId,
			name,
			websiteToken,
			...(locale !== undefined && { locale }),
			...(title !== undefined && { welcomeTitle: title }),
		});
		await store.channels.update(inbox.id, {
			widget: {
				...(color !== undefined && { widget_color: color }),
				...(page === 'identity' && { hmac_token: DEMO_IDENTITY_KEY, hmac_mandatory: true }),
			},
		});
		if (page !== 'campaigns') continue;
		await store.campaigns.insert({
			account_id: accountId,
			inbox_id: inbox.id,
			display_id: await store.accounts.takeCampaignDisplayId(accountId),
			title: 'A word to who lingers',
			message: 'You have been looking around for a while. **Can I help you** to find a piece?',
			sender_id: senderId,
			enabled: true,
			trigger_url: 'http://*:*/campaigns.html',
			trigger_seconds: 5,
			trigger_only_during_business_hours: false,
		});
	}
}
