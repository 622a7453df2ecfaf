/** Texts that owners write for visitors, in several languages (docs/guide/languages.md). */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { ChannelLook, ChannelTexts } from '#protocol/entities/channel.ts';
import type { TeamCampaign } from '#protocol/application/campaignRoutes.ts';
import type { CannedResponse } from '#protocol/application/cannedResponseRoutes.ts';
import type { Campaign, CsatSurvey, Message } from '#protocol/entities/entities.ts';
import type { ValidationErrorBody } from '#protocol/base/errors.ts';
import type { TeamInbox } from '#protocol/application/inboxRoutes.ts';
import { addChannel, addToken } from '../support/channel.ts';
import { call, createAgent, createVisitor, type Visitor } from './api.ts';
import { startConversationServer, type ConversationServer, type Prepare } from './conversationServer.ts';

const FIELD = {
	field_type: 'conversation_attribute',
	name: 'room',
	type: 'list',
	label: 'Which room is it for?',
	placeholder: 'Choose',
	required: true,
	enabled: true,
	values: ['Kitchen', 'Bath & spa'],
};

const SETTINGS = {
	name: 'Fern & Fable',
	locale: 'en',
	welcome_title: 'Hello',
	welcome_tagline: 'Ask away',
	greeting_enabled: true,
	greeting_message: 'Hi {{contact.name | there}}!',
	out_of_office_message: 'We are closed.',
	topics: [{ id: 'returns', name: 'Returns', greeting: 'Which order?', label: null }],
	pre_chat_form_enabled: true,
	pre_chat_form_options: { pre_chat_message: 'Who are you?', pre_chat_fields: [FIELD] },
};

const FORM = 'pre_chat_form_options.pre_chat_fields.room';
const TRANSLATIONS = {
	de: {
		name: 'Farn & Fabel',
		welcome_title: 'Hallo',
		greeting_message: 'Hallo {{contact.name | du}}!',
		out_of_office_message: 'Wir haben zu.',
		'topics.returns.name': 'Rückgabe',
		'topics.returns.greeting': 'Welche Bestellung?',
		'pre_chat_form_options.pre_chat_message': 'Wer bist du?',
		[`${FORM}.label`]: 'Für welchen Raum?',
		[`${FORM}.values.Kitchen`]: 'Küche',
	},
	pt: { welcome_title: 'Olá', welcome_tagline: 'Pergunte' },
	pt_BR: { welcome_title: 'Oi' },
};

export function describeTranslations(database: string, prepare: Prepare): void {
	describe(`texts by language on ${database}`, () => {
		let setup: ConversationServer;
		let inboxId: number;
		before(async () => {
			setup = await startConversationServer(prepare);
			await addChannel(setup.where, { name: 'Plain', websiteToken: 'plain' });
			const [row] = await setup.query("select inbox_id from web_widgets where website_token = 'demo'");
			inboxId = Number(row?.['inbox_id']);
			const { status, body } = await change({ ...SETTINGS, translations: TRANSLATIONS });
			assert.equal(status, 200, JSON.stringify(body));
		});
		after(() => setup.stop());

		const change = (body: object) => setup.agent.call<TeamInbox>(`inboxes/${inboxId}`, { method: 'PATCH', body });
		const stored = async () => (await setup.agent.call<TeamInbox>(`inboxes/${inboxId}`)).body.translations;
		const get = async <T>(path: string) => (await call<T>(setup.server.origin, path)).body;
		const look = (locale?: string, token = 'demo') =>
			get<ChannelLook>(`/widget/channel.json?website_token=${token}${locale === undefined ? '' : `&locale=${locale}`}`);
		const texts = (locale: string) =>
			get<ChannelTexts>(`/widget/channel_texts.json?website_token=demo&locale=${locale}`);
		/** What the server answers to a visitor whose chat is in a language. */
		const begin = async (visitor: Visitor, locale: string, more: object = {}) => {
			const body = { message: { content: 'Hello' }, ...more };
			const answer = await visitor.call<Message>(`messages?locale=${locale}`, { body });
			assert.equal(answer.status, 200, JSON.stringify(answer.body));
			return (await visitor.messages()).map(({ content }) => content);
		};

		test('the page is told the texts in the best language for what it asks for, and of others nothing', async () => {
			const words = async (locale?: string) => {
				const { website_name, welcome_title, welcome_tagline, has_locales } = await look(locale);
				assert.equal(has_locales, true);
				return [website_name, welcome_title, welcome_tagline];
			};
			const written = ['Fern & Fable', 'Hello', 'Ask away'];
			assert.deepEqual(await words(), written);
			assert.deepEqual(await words('en'), written);
			// What is missing falls back by itself, text by text.
			assert.deepEqual(await words('de'), ['Farn & Fabel', 'Hallo', 'Ask away']);
			assert.deepEqual(await words('de-AT'), ['Farn & Fabel', 'Hallo', 'Ask away']);
			assert.deepEqual(await words('pt_BR'), ['Fern & Fable', 'Oi', 'Pergunte']);
			assert.deepEqual(await words('pt'), ['Fern & Fable', 'Olá', 'Pergunte']);
			assert.deepEqual(await words('fr'), written);
			assert.deepEqual(await words('constructor'), written);
			assert.ok(!JSON.stringify(await look('de')).includes('Olá'));
		});

		test('a website without translations is described as before, whatever is asked for', async () => {
			const plain = await look(undefined, 'plain');
			assert.ok(!('has_locales' in plain));
			assert.deepEqual(await look('de', 'plain'), plain);
		});

		test('the text as it is written is in the language of the website, and best for who wishes for that', async () => {
			await change({ locale: 'pt_BR' });
			assert.equal((await look('pt_BR')).welcome_tagline, 'Ask away');
			assert.equal((await look('pt')).welcome_tagline, 'Pergunte');
			await change({ locale: 'en' });
		});

		test('a frame is told one language, and another one when it changes', async () => {
			const config = async (locale: string) => {
				const path = `/api/v1/widget/config?website_token=demo&locale=${locale}`;
				return JSON.stringify((await call(setup.server.origin, path, { method: 'POST' })).body);
			};
			const german = await config('de-CH');
			for (const text of ['Hallo', 'Ask away', 'Wir haben zu.', 'Wer bist du?', 'Für welchen Raum?', 'Küche'])
				assert.ok(german.includes(text), text);
			for (const text of ['Olá', 'We are closed']) assert.ok(!german.includes(text), text);
			assert.ok((await config('fr')).includes('Who are you?'));

			const answer = await texts('de');
			assert.deepEqual(answer.topics, [{ id: 'returns', name: 'Rückgabe' }]);
			assert.equal(answer.outOfOfficeMessage, 'Wir haben zu.');
			assert.equal((await texts('fr')).welcomeTitle, 'Hello');
		});

		test("a field's options are read in the visitor's language, and stay what the team is told", async () => {
			const [field] = (await texts('de')).preChatFormOptions.pre_chat_fields;
			assert.deepEqual(
				[field?.label, field?.placeholder, field?.values, field?.value_labels],
				['Für welchen Raum?', 'Choose', FIELD.values, ['Küche', 'Bath & spa']],
			);
			const [written] = (await texts('pt')).preChatFormOptions.pre_chat_fields;
			assert.ok(written && !('value_labels' in written));
		});

		test('the greeting is in the language of the chat, and the one of a topic too', async () => {
			const visitor = () => createVisitor(setup.server.origin);
			assert.deepEqual(await begin(await visitor(), 'de'), ['Hello', 'Hallo du!']);
			assert.deepEqual(await begin(await visitor(), 'pt_BR'), ['Hello', 'Hi there!']);
			assert.deepEqual(await begin(await visitor(), 'de', { topic: 'returns' }), ['Hello', 'Welche Bestellung?']);
			assert.deepEqual(await begin(await visitor(), 'fr', { topic: 'returns' }), ['Hello', 'Which order?']);
		});

		test('outside of the hours visitors are answered in their language', async () => {
			const closed = [0, 1, 2, 3, 4, 5, 6].map((day) => ({ day_of_week: day, closed_all_day: true }));
			await change({ working_hours_enabled: true, working_hours: closed });
			assert.deepEqual(await begin(await createVisitor(setup.server.origin), 'de'), ['Hello', 'Wir haben zu.']);
			await change({ working_hours_enabled: false });
		});

		test('what a change does not name stays, a blank text goes, and so do those of texts that are gone', async () => {
			assert.deepEqual(await stored(), TRANSLATIONS);
			await change({
				translations: { pt: { welcome_title: ' ', welcome_tagline: null }, fr: { welcome_title: 'Salut' } },
			});
			const { pt: _pt, ...others } = TRANSLATIONS;
			assert.deepEqual(await stored(), { ...others, fr: { welcome_title: 'Salut' } });
			await change({ topics: [], translations: { fr: { welcome_title: null } } });
			const left = await stored();
			assert.ok(!('topics.returns.name' in (left['de'] ?? {})));
			await change({ topics: SETTINGS.topics, translations: TRANSLATIONS });
			assert.deepEqual(await stored(), TRANSLATIONS);
		});

		test('a campaign speaks the language of the chat, and so does the conversation that it begins', async () => {
			const campaign = {
				title: 'Prices',
				message: 'May I help?',
				inbox_id: inboxId,
				trigger_rules: { url: 'https://shop.example/*', time_on_page: 1 },
				translations: { de: { message: 'Kann ich helfen?' } },
			};
			const made = await setup.agent.call<TeamCampaign>('campaigns', { body: campaign });
			assert.deepEqual([made.status, made.body.translations], [200, campaign.translations]);
			const visitor = await createVisitor(setup.server.origin);
			const listed = async (locale: string) =>
				(await visitor.call<Campaign[]>(`campaigns?locale=${locale}`)).body.map(({ message }) => message);
			assert.deepEqual(await listed('de-AT'), ['Kann ich helfen?']);
			assert.deepEqual(await listed('fr'), ['May I help?']);
			await visitor.call('events?locale=de', {
				body: { name: 'campaign.triggered', event_info: { campaign_id: made.body.id } },
			});
			assert.deepEqual(
				(await visitor.messages()).map(({ content }) => content),
				['Kann ich helfen?'],
			);
			const path = `campaigns/${made.body.id}`;
			const wrong = { translations: { de: { title: 'Preise' } } };
			assert.equal((await setup.agent.call(path, { method: 'PATCH', body: wrong })).status, 422);
			await setup.agent.call(path, { method: 'DELETE' });
		});

		test("a canned response is offered in the language of the conversation's visitor", async () => {
			const visitor = await createVisitor(setup.server.origin);
			await begin(visitor, 'de');
			const { id = 0 } = await visitor.conversation();
			const response = {
				short_code: 'hours',
				content: 'Nine to five',
				translations: { de: { content: 'Neun bis fünf' } },
			};
			const made = await setup.agent.call<CannedResponse>('canned_responses', { body: response });
			assert.deepEqual([made.status, made.body.translations], [200, response.translations]);
			const spoken = async (query: string) =>
				(await setup.agent.call<CannedResponse[]>(`canned_responses?search=hours${query}`)).body.map((of) => [
					of.content,
					of.spoken,
				]);
			assert.deepEqual(await spoken(`&conversation_id=${id}`), [['Nine to five', 'Neun bis fünf']]);
			assert.deepEqual(await spoken(''), [['Nine to five', undefined]]);
			assert.deepEqual(await spoken('&conversation_id=999999'), [['Nine to five', undefined]]);
		});

		test('the survey is in the language of the chat', async () => {
			await change({ csat_survey_enabled: true });
			const visitor = await createVisitor(setup.server.origin);
			await begin(visitor, 'de');
			const { id = 0 } = await visitor.conversation();
			await setup.agent.call(`conversations/${id}/toggle_status`, { body: { status: 'resolved' } });
			const { uuid } = await setup.agent.conversation(id);
			const survey = await get<CsatSurvey>(`/public/api/v1/csat_survey/${uuid}`);
			assert.deepEqual([survey.locale, survey.inbox_name], ['de', 'Farn & Fabel']);
			await change({ csat_survey_enabled: false });
		});

		test('a language is exported as a file, and taken from one', async () => {
			const path = `inboxes/${inboxId}/translations`;
			const exported = async (locale: string) => {
				const { token } = setup.agent;
				const url = `${setup.server.origin}/api/v1/accounts/1/${path}?locale=${locale}`;
				return (await fetch(url, { headers: { api_access_token: token } })).text();
			};
			const file = await exported('de');
			assert.ok(file.includes('msgctxt "topics.returns.name"\nmsgid "Returns"\nmsgstr "Rückgabe"'), file);
			const french = (await exported('fr'))
				.replace('msgid "Hello"\nmsgstr ""', 'msgid "Hello"\nmsgstr "Bonjour \\"toi\\""')
				.replace('msgctxt "welcome_tagline"', '#, fuzzy\nmsgctxt "welcome_tagline"')
				.replace('msgid "Ask away"\nmsgstr ""', 'msgid "Ask away"\nmsgstr "Demandez"')
				.concat('\nmsgctxt "topics.gone.name"\nmsgid "Gone"\nmsgstr "Parti"\n');
			const taken = await setup.agent.call<TeamInbox>(path, { body: { file: french } });
			assert.equal(taken.status, 200, JSON.stringify(taken.body));
			assert.deepEqual(taken.body.translations, { ...TRANSLATIONS, fr: { welcome_title: 'Bonjour "toi"' } });
			const again = await setup.agent.call<TeamInbox>(path, { body: { file, locale: 'de' } });
			assert.deepEqual(again.body.translations, taken.body.translations);
			assert.equal((await setup.agent.call(path, { body: { file: 'no such file' } })).status, 422);
			const copied = await setup.agent.call<TeamInbox>(`${path}/copy`, { body: { from: 'pt', to: 'pt_BR' } });
			assert.deepEqual(copied.body.translations['pt_BR'], { welcome_title: 'Oi', welcome_tagline: 'Pergunte' });
			await change({ translations: { fr: { welcome_title: null }, pt_BR: { welcome_tagline: null } } });
			assert.deepEqual(await stored(), TRANSLATIONS);
		});

		test('wrong translations are refused, and those that there are stay', async () => {
			for (const [wrong, message] of [
				[{ xx: { welcome_title: 'x' } }, 'Translations into xx: welcome_title is in no known locale'],
				[{ de: { 'topics.press.name': 'x' } }, 'Translations into de: topics.press.name is no text that there is'],
				[{ de: { widget_color: '#ffffff' } }, 'Translations into de: widget_color is no text that there is'],
				[
					{ de: { welcome_title: 'x'.repeat(256) } },
					'Translations into de: welcome_title is too long (maximum is 255 characters)',
				],
			] as const) {
				const answer = await change({ translations: wrong });
				assert.equal(answer.status, 422, message);
				const { message: said, attributes } = answer.body as unknown as ValidationErrorBody;
				assert.deepEqual([said, attributes], [message, ['translations']]);
			}
			const long = Object.fromEntries(
				['ar', 'ca', 'cs', 'da', 'el', 'es', 'fa', 'fi'].map((locale) => [
					locale,
					{ greeting_message: 'ä'.repeat(10_000), out_of_office_message: 'ä'.repeat(10_000) },
				]),
			);
			assert.equal((await change({ translations: long })).status, 422);
			assert.deepEqual(await stored(), TRANSLATIONS);
			const noor = createAgent(setup.server.origin, await addToken(setup.where, 'noor@example.com'));
			const answer = await noor.call(`inboxes/${inboxId}`, { method: 'PATCH', body: { translations: {} } });
			assert.equal(answer.status, 401);
		});
	});
}
