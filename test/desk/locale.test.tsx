/** The desk in its agent's language. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ReactNode } from 'react';
import { FILE_SIZE_MAX } from '#protocol/entities/attachments.ts';
import type { Activity } from '#protocol/entities/activities.ts';
import type { Attributes } from '#protocol/entities/attributes.ts';
import { ENABLED_LOCALES, languageTag } from '#protocol/base/locales.ts';
import { installPage } from '../support/happyDom.ts';
import { AGENT, makeConversation, makeMessage } from './samples.ts';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const removePage = installPage();
after(removePage);

const { i18n } = await import('@lingui/core');
const { I18nProvider } = await import('@lingui/react');
const { act } = await import('react');
const { createRoot } = await import('react-dom/client');
const { startOfToday } = await import('../../src/desk/common/time.ts');
const { activateLocale } = await import('../../src/desk/locale.ts');
const { fromAnswer } = await import('../../src/desk/conversations/conversation.ts');
const { ConversationRow } = await import('../../src/desk/conversations/ConversationRow.tsx');
const { useMessageText } = await import('../../src/desk/conversations/useMessageText.ts');
const { useDeviceName } = await import('../../src/desk/settings/parts/useDeviceName.ts');
const { catalogs: laterCatalogs } = await import('catalogs:deskLater');
const { useRefusalText } = await import('#ui/attachments/useRefusalText.ts');

async function draw(locale: string, node: ReactNode): Promise<string> {
	history.replaceState(null, '', `/desk?locale=${locale}`);
	await activateLocale();
	const place = document.createElement('div');
	const root = createRoot(place);
	await act(async () => root.render(<I18nProvider i18n={i18n}>{node}</I18nProvider>));
	const text = place.textContent;
	await act(async () => root.unmount());
	return text;
}

test('a file that is too large is refused in the words and units of every language', async () => {
	const Refusal = () => useRefusalText(FILE_SIZE_MAX)('TOO_BIG');
	for (const locale of ENABLED_LOCALES) {
		const size = new Intl.NumberFormat(languageTag(locale), { style: 'unit', unit: 'megabyte' }).format(40);
		assert.ok((await draw(locale, <Refusal />)).includes(size), locale);
	}
});

test('the author of the last message is before the colon of the language', async () => {
	const said = makeMessage({ content: 'Bonjour', message_type: 1, sender: AGENT, sender_type: 'User' });
	const conversation = fromAnswer(makeConversation({ last_non_activity_message: said }));
	const facts = {
		websites: new Map(),
		promises: new Map(),
		hasAssignees: true,
		hasThirdLine: false,
		today: startOfToday(),
	};
	const rowIn = (locale: string) =>
		draw(locale, <ConversationRow conversation={conversation} isSelected={false} facts={facts} />);
	assert.match(await rowIn('en'), new RegExp(`${AGENT.name}: Bonjour`));
	assert.match(await rowIn('fr'), new RegExp(`${AGENT.name}\\s: Bonjour`));
	assert.match(await rowIn('ja'), new RegExp(`${AGENT.name}：Bonjour`));
});

const tell = (locale: string, content: string, content_attributes: Attributes) => {
	const Text = () => useMessageText()({ content, content_attributes });
	return draw(locale, <Text />);
};

const ACTIVITIES: [activity: Activity, english: string][] = [
	[{ code: 'reopened', name: 'Ada' }, 'Conversation was reopened by Ada'],
	[{ code: 'resolved', name: 'Ada' }, 'Conversation was marked resolved by Ada'],
	[{ code: 'pending', name: 'Ada' }, 'Conversation was marked pending by Ada'],
	[{ code: 'snoozed', name: 'Ada' }, 'Conversation was snoozed by Ada'],
	[{ code: 'ended', name: 'Ada' }, 'Ada ended the conversation'],
	[{ code: 'labelled', name: 'Ada', labels: ['vip', 'refund'] }, 'Ada added labels: vip and refund'],
	[{ code: 'unlabelled', name: 'Ada', labels: ['vip'] }, 'Ada removed labels: vip'],
	[{ code: 'prioritised', name: 'Ada', priority: 'high' }, 'Ada set the priority to high'],
	[{ code: 'priority_removed', name: 'Ada' }, 'Ada removed the priority'],
	[{ code: 'snooze_over' }, 'Conversation was reopened by the system: it had been snoozed until now'],
	[{ code: 'auto_assigned', assignee: 'Ada' }, 'Assigned to Ada automatically'],
	[{ code: 'bot_unreachable' }, 'Conversation was opened by the system: the bot cannot be reached'],
	[{ code: 'idle', days: 1 }, 'Conversation was marked resolved by the system due to 1 day of inactivity'],
	[{ code: 'idle', days: 12 }, 'Conversation was marked resolved by the system due to 12 days of inactivity'],
];

for (const [activity, english] of ACTIVITIES) {
	test(`an agent reads in their language: ${english}`, async () => {
		const stored = 'In the language of the channel';
		assert.equal(await tell('en', stored, { activity }), english);
		for (const locale of ENABLED_LOCALES.filter((other) => other !== 'en')) {
			const text = await tell(locale, stored, { activity });
			assert.ok(text !== english && text !== stored && !text.includes('{'), `${locale}: ${text}`);
			if ('name' in activity) assert.ok(text.includes(activity.name), locale);
		}
	});
}

test('a device is named as the language has it, by what is known of it', async () => {
	const named = async (locale: string, device: string) => {
		const { messages } = (await laterCatalogs[locale]?.()) ?? assert.fail(`No catalogue for ${locale}`);
		const Device = () => {
			i18n.load(locale, messages);
			return useDeviceName()(device);
		};
		return draw(locale, <Device />);
	};
	assert.equal(await named('en', 'Firefox on Linux'), 'Firefox on Linux');
	assert.equal(await named('tr', 'Chrome on Chrome OS'), 'Chrome OS üzerinde Chrome');
	assert.equal(await named('de', 'Unknown on iOS'), 'iOS');
	assert.equal(await named('de', 'Unknown on Unknown'), 'Unbekanntes Gerät');
});

test("a deleted message is shown in the agent's language", async () => {
	assert.equal(await tell('ja', 'This message was deleted', { deleted: true }), 'このメッセージは削除されました');
});

test('an activity with an unknown code is shown as it is', async () => {
	assert.equal(await tell('de', 'Ada joined', {}), 'Ada joined');
	assert.equal(await tell('de', 'Ada left', { activity: { code: 'left', name: 'Ada' } }), 'Ada left');
});
