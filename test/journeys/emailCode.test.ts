/** A visitor goes on at another device, by a code that is mailed to them. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Frame } from 'puppeteer-core';
import { createVisitor } from '../server/api.ts';
import { parseMail } from '../server/mail/mailParsed.ts';
import { startSmtpServer, type TestSmtpServer } from '../server/mail/mailSmtpServer.ts';
import { key, press, tap, type, write } from '../support/input.ts';
import { Journey } from './journey.ts';
import type { Visitor } from './visitor.ts';
import { see, seeNoText, seeText, until } from './waiting.ts';

const OFFER = 'Have you written to us before?';
const PHONE = { width: 375, height: 700, isMobile: true, hasTouch: true };
const EMAIL_FIELD = {
	name: 'emailAddress',
	type: 'email',
	label: 'Email',
	field_type: 'standard',
	enabled: true,
	required: true,
} as const;

describe('a code by mail', () => {
	const ends: (() => unknown)[] = [];
	let smtp: TestSmtpServer;
	let journey: Journey;
	before(async () => {
		smtp = await startSmtpServer({ after: (end) => void ends.push(end) });
		journey = await Journey.start({
			settings: {
				SMTP_URL: smtp.url,
				MAIL_FROM: 'chat@kiln.example',
				PUBLIC_URL: 'https://chat.example',
				MAIL_PAUSE: '1',
			},
		});
		await journey.changeChannel({
			widget: {
				pre_chat_form_enabled: true,
				pre_chat_form_options: {
					pre_chat_message: null,
					pre_chat_fields: [EMAIL_FIELD],
				},
			},
		});
	});
	afterEach(() => journey.clear());
	after(async () => {
		await journey.stop();
		for (const end of ends) await end();
	});

	test('what was written on one device is read on another, which goes on from there; who only claims the address sees none of it', async () => {
		const address = 'plates@home.example';
		const [laptop, claimer, agent] = await Promise.all([journey.visitor(), journey.visitor(), journey.agent()]);
		const onLaptop = await begin(laptop, address, 'Is the blue bowl back?');
		await agent.open('Is the blue bowl back?');
		await agent.answer('It is, since Monday.');
		await seeText(onLaptop, 'It is, since Monday.');

		const phone = await journey.visitor();
		const home = await askForCode(phone, address);
		await write(phone.page, await codeFor(address));
		await seeText(home, 'Earlier conversations');
		await tap(home, { role: 'button', text: 'It is, since Monday.' });
		await seeText(home, 'Is the blue bowl back?');

		await tap(home, 'Back');
		const onPhone = await phone.openConversation();
		await phone.write('Then please keep two for me.');
		await agent.seeInList('Then please keep two for me.');
		await agent.open('Then please keep two for me.');
		await agent.answer('They are on the shelf.');
		await seeText(onPhone, 'They are on the shelf.');
		const before = await journey.team.conversationWith('It is, since Monday.');
		const now = await journey.team.conversationWith('They are on the shelf.');
		assert.notEqual(now, before, 'it is a conversation of its own');
		assert.equal((await journey.team.contactOf(now)).email, address);

		// The laptop has claimed the address, and so has a stranger: each has what it wrote itself.
		const onClaimer = await begin(claimer, address, 'What did they write?');
		for (const [device, frame] of [
			[laptop, onLaptop],
			[claimer, onClaimer],
		] as const) {
			await press(frame, 'Back');
			await seeText(frame, OFFER);
			await seeNoText(frame, 'They are on the shelf.');
			await seeNoText(frame, 'Earlier conversations');
			await device.reload();
			const opened = await device.openPanel();
			await see(opened, 'the composer', () => document.querySelector('textarea'));
			await seeNoText(opened, 'They are on the shelf.');
		}

		// With a code, the laptop has the same conversation as the phone.
		const again = await laptop.frame();
		await press(again, 'Back');
		await press(again, OFFER);
		await write(laptop.page, address);
		await key(laptop.page, 'Enter');
		await seeFocus(again, 'code');
		await write(laptop.page, await codeFor(address));
		await seeText(again, 'It is, since Monday.');
		await press(again, 'Continue conversation');
		await seeText(again, 'They are on the shelf.');
		await laptop.write('Thank you!');
		await seeText(onPhone, 'Thank you!');
	});

	test('the link of a mailed answer asks for a code on a device that has none, and for the address of the mail', async () => {
		const address = 'cups@home.example';
		// Without a browser: who has a connection is not mailed for a while.
		const phone = await createVisitor(journey.proxy.origin);
		await phone.call('contact/email_code', { body: { email: address } });
		const { body } = await phone.call<{ widget_auth_token: string }>('contact/email_code/confirm', {
			body: { code: await codeFor(address) },
		});
		const owner = await createVisitor(journey.proxy.origin, body.widget_auth_token);
		const { conversation_id: id } = await owner.write('Do you have cups, too?');
		await journey.team.write(id, { content: 'Four kinds.' });
		const link = await until('the answer by mail', () => linkTo(address));

		const stranger = await journey.newcomer();
		await stranger.page.goto(journey.proxy.origin + link);
		const page = stranger.page.mainFrame();
		await seeFieldOf(page, address);
		await seeNoText(page, 'Four kinds.');
		await press(page, 'Send code');
		await seeFocus(page, 'code');
		await write(stranger.page, await codeFor(address));
		// It is the conversation that goes on.
		await seeText(page, 'Four kinds.');
	});

	test('a page that a phone discards while the visitor reads the mail goes on with the code', async () => {
		const address = 'bowls@home.example';
		const phone = await journey.visitor();
		await askForCode(phone, address);
		const code = await codeFor(address);
		await phone.reload();
		const again = await phone.openPanel();
		await seeText(again, address);
		await seeFocus(again, 'code');
		await write(phone.page, code);
		await seeText(again, 'There are no earlier conversations with this address.');

		// It was used, and is asked for no more.
		await phone.reload();
		const last = await phone.openPanel();
		await seeText(last, 'Start Conversation');
		await seeNoText(last, address);
	});

	/** Has a code mailed, on a phone; resolves when it can be entered. */
	async function askForCode(phone: Visitor, address: string): Promise<Frame> {
		await phone.page.setViewport(PHONE);
		phone.hasFinger = true;
		const home = await phone.openPanel();
		await tap(home, OFFER);
		await write(phone.page, address);
		await tap(home, 'Send code');
		await seeFocus(home, 'code');
		return home;
	}

	/** Begins a conversation by the form that asks for the address. */
	async function begin(visitor: Visitor, address: string, text: string): Promise<Frame> {
		const frame = await visitor.openPanel();
		await press(frame, 'Start Conversation');
		await type(frame, 'Email', address);
		await type(frame, 'Message', text);
		await press(frame, { selector: 'form [type=submit]' });
		await seeText(frame, text);
		await visitor.seeAllSent();
		return frame;
	}

	/** The code of the newest mail, which is not one that has been read already. */
	const read = new Set<string>();
	function codeFor(address: string): Promise<string> {
		return until(`a code for ${address}`, () => {
			for (const mail of smtp.mails.filter(({ recipients }) => recipients.includes(address))) {
				const code = /^\d{6}$/m.exec(parseMail(mail.raw).parts['text/plain'] ?? '')?.[0];
				if (code === undefined || read.has(mail.raw)) continue;
				read.add(mail.raw);
				return code;
			}
			return undefined;
		});
	}

	function linkTo(address: string): string | undefined {
		for (const { recipients, raw } of smtp.mails) {
			const link = /\/continue\/\S+/.exec(parseMail(raw).parts['text/plain'] ?? '')?.[0];
			if (link !== undefined && recipients.includes(address)) return link;
		}
		return undefined;
	}
});

function seeFocus(frame: Frame, name: string): Promise<void> {
	return see(
		frame,
		`the focus in the field ${name}`,
		(wanted) => document.activeElement?.getAttribute('name') === wanted,
		name,
	);
}

function seeFieldOf(frame: Frame, address: string): Promise<void> {
	return see(
		frame,
		`the form with ${address}`,
		(wanted) => document.querySelector<HTMLInputElement>('input[name=email]')?.value === wanted,
		address,
	);
}
