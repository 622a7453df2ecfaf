/** Who a visitor is, beside the thread, and what an agent does with the contact. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setViewport } from '@web/test-runner-commands';
import { DESK_HEADER } from '#protocol/application/deskSessionRoutes.ts';
import { axeFindsNothing } from '../support/browser/axe.ts';
import { fill, key, press } from '../support/browser/input.ts';
import { beginDesk } from './beginDesk.ts';
import { startFakeServer } from './fakeServer.ts';
import { findNamed, hasText, inDialog, inFacts, until } from './page.ts';
import { makeConversation, makeMessage, makePushConversation, PROFILE, VISITOR } from './samples.ts';

const ACCOUNT = '/api/v1/accounts/1';
const CONTACT = `${ACCOUNT}/contacts/${VISITOR.id}`;
const server = startFakeServer();
let endDesk = () => {};
const mira = makeConversation({
	custom_attributes: { order: '4711' },
	additional_attributes: { initiated_at: { timestamp: 'Mon Nov 23 2026 15:37:00 GMT+0530 (India Standard Time)' } },
});
mira.meta.sender = { ...mira.meta.sender, phone_number: '+4915112345678' };
const earlier = makeConversation({
	id: 7,
	uuid: 'uuid-7',
	created_at: mira.created_at - 3_600,
	status: 'resolved',
	last_non_activity_message: makeMessage({
		id: 70,
		conversation_id: 7,
		content: '',
		content_type: 'cards',
		content_attributes: { items: [{ title: 'Supper plate' }] },
	}),
});
const later = makeConversation({ id: 9, uuid: 'uuid-9', created_at: mira.created_at + 3_600 });
const contact = {
	...mira.meta.sender,
	identifier: 'customer-1',
	hmac_verified: true,
	email_refusal: 'undeliverable',
	additional_attributes: { company_name: 'Halden Stoneware', city: 'Hamburg', country_code: 'DE' },
	custom_attributes: { plan: 'Gold', site: 'https://mira.example/' },
};
const merges: unknown[] = [];

/** One page for all tests: they follow one administrator. */
before(async () => {
	await setViewport({ width: 1280, height: 800 });
	server.answer('POST /auth/desk_session', () => ({ ...PROFILE, role: 'administrator' }));
	server.answer(`GET ${ACCOUNT}/conversations`, () => ({ data: { meta: {}, payload: [mira], next_cursor: null } }));
	server.answer(`GET ${ACCOUNT}/conversations/1/messages`, () => ({ meta: {}, payload: [makeMessage()] }));
	server.answer(`GET ${CONTACT}/conversations`, () => ({ payload: [later, mira, earlier] }));
	server.answer(`GET ${ACCOUNT}/custom_attribute_definitions`, () => [
		{ attribute_key: 'plan', attribute_display_name: 'Price plan', attribute_model: 'contact_attribute' },
	]);
	endDesk = await beginDesk(server);
	await until(() => hasText('Mira Okonkwo'));
});

after(async () => {
	endDesk();
	await setViewport({ width: 800, height: 600 });
});

test('what the conversation says shows at once, and the rest can be tried again', async () => {
	server.answer(`GET ${CONTACT}`, () => {
		throw 500;
	});
	location.hash = '#/conversations/1';
	const facts = await until(() => findNamed('aside', 'Visitor details'));
	assert.equal(valueOf('Email'), VISITOR.email);
	assert.equal(valueOf('order'), '4711');
	assert.equal(valueOf('Campaign'), undefined, 'what is not known takes no room');
	await until(() => facts.innerText.includes('This could not be loaded.'));
	server.answer(`GET ${CONTACT}`, () => ({ payload: contact }));
	await press(inFacts('Try again'));
	await until(() => facts.innerText.includes('Identity verified') && !facts.innerText.includes('could not be loaded'));
});

test('what an event tells of the visitor is read again', async () => {
	const facts = await until(() => findNamed('aside', 'Visitor details'));
	const told = { ...mira.meta.sender, identifier: 'customer-1' };
	server.answer(`GET ${CONTACT}`, () => ({ payload: { ...contact, hmac_verified: false } }));
	const { custom_attributes, additional_attributes } = mira;
	const event = makePushConversation({ custom_attributes, additional_attributes });
	server.push('conversation.updated', { ...event, meta: { ...event.meta, sender: { ...told, type: 'contact' } } });
	await until(() => facts.innerText.includes('Identity not verified'));
	server.answer(`GET ${CONTACT}`, () => ({ payload: contact }));
	server.push('conversation.updated', {
		...event,
		updated_at: event.updated_at + 1,
		meta: { ...event.meta, sender: { ...told, custom_attributes: { plan: 'Gold' }, type: 'contact' } },
	});
	await until(() => facts.innerText.includes('Identity verified'));
});

test('it shows identity, company, attributes by the names that the team gives, local time and earlier conversations', async () => {
	assert.equal(valueOf('Email'), `${VISITOR.email}\n\nEmails do not arrive at this address`);
	const phone = document.querySelector('aside a[href^="tel:"]') ?? assert.fail('no phone number');
	document.documentElement.dir = 'rtl';
	assert.equal(getComputedStyle(phone).direction, 'ltr', 'its plus sign stands behind it');
	document.documentElement.dir = 'ltr';
	assert.equal(document.querySelector<HTMLAnchorElement>('aside a[href^="mailto:"]')?.href, `mailto:${VISITOR.email}`);
	assert.equal(valueOf('Company'), 'Halden Stoneware');
	assert.equal(valueOf('Identifier'), 'customer-1');
	assert.equal(valueOf('Location'), 'Hamburg, Germany');
	assert.deepEqual(
		[...document.querySelectorAll('aside h3')].map(({ textContent }) => textContent),
		['Contact', 'Conversation', 'Earlier conversations'],
	);
	assert.equal(valueOf('Price plan'), 'Gold');
	assert.equal(
		document.querySelector<HTMLAnchorElement>('aside dd a[href^="https://mira"]')?.innerText,
		'https://mira.example/',
	);
	const clock = { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone: 'Asia/Kolkata' } as const;
	const there = new Intl.DateTimeFormat('en', clock);
	await until(() => valueOf('Local time') === there.format());
	const links = [...document.querySelectorAll<HTMLAnchorElement>('aside section a')];
	assert.equal(links.length, 1, 'neither the one that is shown nor a later one is an earlier one');
	assert.match(
		links[0]?.innerText ?? '',
		/#7 · Resolved[^]*Supper plate/,
		'a message without words says what it shows',
	);
	await axeFindsNothing('aside');
});

test('"Delete contact" stands below all other actions, in the colour of danger', async () => {
	const [remove, ...others] = ['Delete', 'Edit', 'Merge', 'Export'].map(
		(verb) =>
			[...document.querySelectorAll('aside button')].find(({ textContent }) => textContent.startsWith(verb)) ??
			assert.fail(verb),
	);
	for (const other of others) {
		assert.ok(remove && remove.getBoundingClientRect().top > other.getBoundingClientRect().bottom);
		assert.notEqual(getComputedStyle(remove).color, getComputedStyle(other).color);
	}
});

test('the address of a visitor adds nothing to the mail that an agent writes to it', async () => {
	const told = { ...mira.meta.sender, email: 'a?bcc=eve%40evil.example&body=x@shop.example' };
	server.answer(`GET ${CONTACT}`, () => ({ payload: { ...contact, ...told } }));
	const event = makePushConversation({ custom_attributes: {}, additional_attributes: {} });
	server.push('conversation.updated', {
		...event,
		updated_at: event.updated_at + 2,
		meta: { ...event.meta, sender: { ...told, type: 'contact' } },
	});
	const link = await until(() => document.querySelector<HTMLAnchorElement>('aside a[href*="evil"]'));
	assert.equal(new URL(link.href).search, '');
	assert.equal(decodeURIComponent(new URL(link.href).pathname), told.email);
	server.answer(`GET ${CONTACT}`, () => ({ payload: contact }));
	server.push('conversation.updated', {
		...event,
		updated_at: event.updated_at + 3,
		meta: { ...event.meta, sender: { ...mira.meta.sender, type: 'contact' } },
	});
	await until(() => !document.querySelector('aside a[href*="evil"]'));
});

test('an identity that the visitor only claims is told apart', async () => {
	location.hash = '#/';
	await until(() => !document.querySelector('aside'));
	server.answer(`GET ${CONTACT}`, () => {
		throw 500;
	});
	location.hash = '#/conversations/1';
	await until(() => hasText('This could not be loaded.'));
	server.answer(`GET ${CONTACT}`, () => ({ payload: { ...contact, hmac_verified: false } }));
	server.answer(`POST ${ACCOUNT}/actions/contact_merge`, ({ body }) => {
		merges.push(body);
		return contact;
	});
	const twin = { ...VISITOR, id: 21, email: null, identifier: 'customer-2' };
	server.answer(`GET ${ACCOUNT}/search/contacts`, () => ({ payload: { contacts: [VISITOR, twin] } }));
	server.answer(`GET ${ACCOUNT}/search/conversations`, () => ({
		payload: { conversations: [{ id: 1, contact: VISITOR }] },
	}));
	await press(inFacts('Merge contacts'));
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await fill(field, 'okon');
	await until(() => document.querySelectorAll('dialog [role=option]').length === 1);
	await key('Enter');
	await until(() => hasText(`“Mira Okonkwo · ${VISITOR.email}” gets all conversations of “Mira Okonkwo · customer-2”`));
	await press(inDialog('Merge contacts'));
	await until(() => !document.querySelector('dialog'));
	assert.deepEqual(merges, [{ base_contact_id: VISITOR.id, mergee_contact_id: 21 }]);
	await until(() => hasText('Identity not verified') && !hasText('This could not be loaded.'));
});

test('an anonymous visitor, whom only a conversation finds, is merged by the name that the desk shows', async () => {
	const anonymous = { ...VISITOR, id: 22, name: 'gentle-harbour-483', email: null };
	const asked: (string | null)[] = [];
	server.answer(`GET ${ACCOUNT}/search/contacts`, ({ query }) => {
		asked.push(query.get('q'));
		return { payload: { contacts: [] } };
	});
	server.answer(`GET ${ACCOUNT}/search/conversations`, ({ query }) => {
		asked.push(query.get('q'));
		return { payload: { conversations: [12, 11].map((id) => ({ id, contact: anonymous })) } };
	});
	await press(inFacts('Merge contacts'));
	const field = await until(() => document.querySelector<HTMLInputElement>('dialog [role=combobox]'));
	await fill(field, anonymous.name);
	const option = await until(() => document.querySelector<HTMLElement>('dialog [role=option]'));
	assert.match(option.innerText, /^gentle-harbour-483\s+#12$/);
	assert.equal(document.querySelectorAll('dialog [role=option]').length, 1);
	assert.deepEqual(asked, [anonymous.name, anonymous.name]);
	await key('Enter');
	await until(() => hasText(`“Mira Okonkwo · ${VISITOR.email}” gets all conversations of “gentle-harbour-483 · #12”`));
	await press(inDialog('Merge contacts'));
	await until(() => !document.querySelector('dialog'));
	assert.deepEqual(merges.at(-1), { base_contact_id: VISITOR.id, mergee_contact_id: 22 });
});

test('an agent corrects a contact: what is wrong or refused is said, and only what has changed is sent', async () => {
	const sent: unknown[] = [];
	server.answer(`PATCH ${CONTACT}`, ({ body }) => {
		sent.push(body);
		return Response.json({ message: 'Validation failed', attributes: ['base'] }, { status: 422 });
	});
	await key('Shift+E');
	const email = await seeField('email');
	await until(() => document.activeElement === fieldOfDialog('name'));
	assert.deepEqual(
		['name', 'email', 'phone_number', 'company'].map((name) => fieldOfDialog(name).labels?.[0]?.innerText),
		['Full name *', 'Email address', 'Phone number', 'Company'],
	);
	await axeFindsNothing('dialog');
	await fill(email, 'mira');
	await fill(fieldOfDialog('phone_number'), '0151 123');
	await key('Enter');
	await until(() => hasText('Please enter a valid email address') && hasText('Please enter a valid phone number'));
	assert.equal(document.activeElement, email);
	assert.equal(sent.length, 0);
	await fill(email, 'mira@new.example');
	await fill(fieldOfDialog('phone_number'), '+49 (151) 123');
	await key('Enter');
	await until(() => hasText('This contact also writes on websites that you have no access to.'));
	const save = () => press({ selector: 'dialog [type=submit]' });
	server.answer(`PATCH ${CONTACT}`, ({ body }) => {
		sent.push(body);
		return Response.json({ message: 'Validation failed', attributes: ['email'] }, { status: 422 });
	});
	await save();
	await until(() => hasText('Another contact already uses this.'));
	const corrected = { ...contact, name: 'Mira O.', email: 'mira@new.example', phone_number: '+49151123' };
	const kept = { city: 'Halden' };
	server.answer(`GET ${CONTACT}`, () => ({
		payload: { ...contact, additional_attributes: { ...contact.additional_attributes, ...kept } },
	}));
	server.answer(`PATCH ${CONTACT}`, ({ body }) => {
		sent.push(body);
		server.answer(`GET ${CONTACT}`, () => ({ payload: corrected }));
		return { payload: corrected };
	});
	await fill(fieldOfDialog('name'), ' Mira O. ');
	await fill(fieldOfDialog('company'), 'Halden');
	await key('Enter');
	await until(() => !document.querySelector('dialog'));
	const changed = { email: 'mira@new.example', phone_number: '+49151123' };
	assert.deepEqual(sent, [
		changed,
		changed,
		{ ...changed, name: 'Mira O.', additional_attributes: { ...kept, country_code: 'DE', company_name: 'Halden' } },
	]);
	await until(
		() => valueOf('Phone') === '+49151123' && document.querySelector('nav li')?.textContent.includes('Mira O.'),
	);
	server.answer(`GET ${CONTACT}`, () => ({ payload: contact }));
	server.push('conversation.updated', makePushConversation({ updated_at: Date.now() }));
	await until(() => document.querySelector('nav li')?.textContent.includes('Mira Okonkwo'));
});

test('what is typed into the form of a contact is not lost without a question', async () => {
	const button = findNamed('aside button', 'Edit contact') ?? assert.fail('no button');
	await press(button);
	await fill(await seeField('company'), 'Halden');
	await press(inDialog('Close'));
	const goOn = async (): Promise<void> => {
		await press(inDialog('Continue editing'));
		await until(() => !findNamed('dialog button', 'Continue editing'));
	};
	await goOn();
	assert.equal((await seeField('company')).value, 'Halden');
	history.back();
	await goOn();
	assert.equal(location.hash, '#/conversations/1');
	await press(inDialog('Close'));
	await press(inDialog('Discard changes'));
	await until(() => !document.querySelector('dialog'));
	assert.equal(document.activeElement, button);
	await press(button);
	assert.equal((await seeField('company')).value, '');
	await press(inDialog('Close'));
	await until(() => !document.querySelector('dialog'));
});

test('an administrator signs the visitor out in all browsers, after a question', async () => {
	location.hash = '#/conversations/1';
	let calls = 0;
	server.answer(`POST ${CONTACT}/revoke_sessions`, () => ({ revoked: (calls += 1) }));
	await press(inFacts('Sign out everywhere'));
	const yes = await until(() => findNamed('dialog button', 'Sign out'));
	assert.equal(calls, 0);
	await press(yes);
	await until(() => calls === 1 && !document.querySelector('dialog'));
});

test('an administrator saves everything of the contact as an archive, and reads it where that fails', async () => {
	location.hash = '#/conversations/1';
	const button = () => until(() => findNamed('aside button', 'Export contact'));
	server.answer(`GET ${CONTACT}/export`, () => {
		throw 503;
	});
	await press(await button());
	await until(() => findNamed('[role=alert]', 'That did not work. Try again.'));
	const saved = Promise.withResolvers<{ name: string; bytes: Promise<string> }>();
	const click = HTMLAnchorElement.prototype.click;
	HTMLAnchorElement.prototype.click = function save() {
		if (!this.download) return click.call(this);
		saved.resolve({ name: this.download, bytes: fetch(this.href).then((file) => file.text()) });
	};
	try {
		server.answer(`GET ${CONTACT}/export`, ({ headers }) => {
			assert.equal(headers.get(DESK_HEADER), '1');
			return new Response('archive', { headers: { 'Content-Type': 'application/zip' } });
		});
		await press(await button());
		const { name, bytes } = await saved.promise;
		assert.equal(name, `contact-${VISITOR.id}.zip`);
		assert.equal(await bytes, 'archive');
		await until(() => !findNamed('[role=alert]', 'That did not work. Try again.'));
	} finally {
		HTMLAnchorElement.prototype.click = click;
	}
});

test('on a phone the facts lie over the thread, take the focus, and give it back', async () => {
	await setViewport({ width: 360, height: 640 });
	location.hash = '#/';
	await until(() => !document.querySelector('aside'));
	location.hash = '#/conversations/1';
	const button = await until(() => findNamed('button', 'Details'));
	assert.equal(findNamed('aside', 'Visitor details'), undefined);
	const title = document.querySelector('section header h2') ?? assert.fail('no name');
	assert.ok(title.clientWidth > 200, `the name has ${title.clientWidth} pixels beside the details`);
	await press(button);
	const facts = await until(() => findNamed('aside', 'Visitor details'));
	await until(() => document.activeElement === facts);
	await press(inFacts('Close'));
	await until(() => !document.querySelector('aside'));
	assert.equal(document.activeElement, findNamed('button', 'Details'));
	await setViewport({ width: 1280, height: 800 });
});

test('a contact is deleted after a question, which stays where it fails', async () => {
	await key('Shift+X');
	await until(() => hasText('Delete “Mira Okonkwo”?') && hasText('Conversations: 3'));
	server.answer(`DELETE ${CONTACT}`, () => {
		throw 500;
	});
	await press(inDialog('Delete'));
	await until(() => hasText('That did not work. Try again.'));
	server.answer(`DELETE ${CONTACT}`, () => null);
	await press(inDialog('Delete'));
	await until(() => location.hash === '#/' && !document.querySelector('dialog'));
	server.push('contact.deleted', { id: VISITOR.id, account_id: 1, conversation_ids: [1] });
	await until(() => !hasText('Mira Okonkwo'));
});

function valueOf(name: string): string | undefined {
	const term = [...document.querySelectorAll('aside dt')].find(({ textContent }) => textContent === name);
	return (term?.nextElementSibling as HTMLElement | null)?.innerText;
}

function fieldOfDialog(name: string): HTMLInputElement {
	return document.querySelector<HTMLInputElement>(`dialog [name=${name}]`) ?? assert.fail(`no field ${name}`);
}

function seeField(name: string): Promise<HTMLInputElement> {
	return until(() => document.querySelector<HTMLInputElement>(`dialog [name=${name}]`));
}
