/** Mails as programs write them: answers to a mail of ours, and what else arrives. */

export interface Sample {
	/** As it comes: each character is a byte. */
	mail: string;
	/** What is new in it. */
	reply: string;
	kind?: 'automatic' | 'bounce' | 'own';
	files?: string[];
}

export const FROM = 'Ada <ada@shop.example>';
const REPLY_TO = 'reply@kiln.example';

const HEADERS = {
	From: FROM,
	To: REPLY_TO,
	Subject: 'Re: Kiln has replied to you',
	Date: 'Mon, 30 Nov 2026 09:00:00 +0100',
	'Message-ID': '<answer-1@shop.example>',
	'MIME-Version': '1.0',
};

export interface Written {
	headers?: Record<string, string>;
	type?: string;
	encoding?: string;
	body: string;
}

/** The characters of `body` are bytes, but for UTF-8, which it is written as. */
export function write({ headers = {}, type = 'text/plain; charset=utf-8', encoding = '8bit', body }: Written): string {
	const fields = { ...HEADERS, 'Content-Type': type, 'Content-Transfer-Encoding': encoding, ...headers };
	const head = Object.entries(fields)
		.filter(([, value]) => value !== '')
		.map(([name, value]) => `${name}: ${value}`);
	return `${head.join('\n')}\n\n${body}\n`.replaceAll(/\r?\n/g, '\r\n');
}

/** As bytes of UTF-8. */
const utf8 = (text: string) => Buffer.from(text).toString('latin1');
const text = (body: string, headers?: Record<string, string>): string =>
	write({ body: utf8(body), ...(headers && { headers }) });
const html = (body: string): string =>
	write({ type: 'text/html; charset=utf-8', body: utf8(`<html><body>${body}</body></html>`) });
const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64').replaceAll(/.{76}/g, '$&\n');

const boundary = 'b1';
const multipart = (kind: string, parts: string[], name = boundary): { type: string; body: string } => ({
	type: `multipart/${kind}; boundary="${name}"`,
	body: `${parts.map((part) => `--${name}\n${part}`).join('\n')}\n--${name}--`,
});
const part = (type: string, body: string, more = ''): string => `Content-Type: ${type}\n${more}\n${body}`;
const nested = ({ type, body }: { type: string; body: string }): string => part(type, body);

export const PNG = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
	'base64',
);
const picture = (name: string, more = ''): string =>
	part(
		`image/png; name="${name}"`,
		base64(PNG),
		`Content-Transfer-Encoding: base64\nContent-Disposition: attachment; filename="${name}"\n${more}`,
	);

const OURS = '> Kiln has replied to you\n>\n> Which size is it?\n> https://chat.example/continue/abc';

/** A reply above our quoted mail, whose header is as Gmail, Apple Mail or Thunderbird write it. */
const HEADS: Record<string, [header: string, reply: string]> = {
	'en, Gmail': ['On Mon, Nov 30, 2026 at 9:00 AM Kiln <reply+1.abc@kiln.example> wrote:', 'It is 40.'],
	'en, Apple Mail': ['On 30 Nov 2026, at 09:00, Kiln <chat@kiln.example> wrote:', 'It is 40.'],
	'de, Thunderbird': ['Am 30.11.26 um 09:00 schrieb Kiln:', 'Größe 40, bitte.'],
	'de, Gmail': ['Am Mo., 30. Nov. 2026 um 09:00 Uhr schrieb Kiln <chat@kiln.example>:', 'Größe 40.'],
	'fr, Gmail': ['Le lun. 30 nov. 2026 à 09:00, Kiln <chat@kiln.example> a écrit :', 'C’est du 40.'],
	'es, Gmail': ['El lun, 30 nov 2026 a las 9:00, Kiln (<chat@kiln.example>) escribió:', 'Es la 40.'],
	'it, Gmail': ['Il giorno lun 30 nov 2026 alle ore 09:00 Kiln <chat@kiln.example> ha scritto:', 'È il 40.'],
	'pt_BR, Gmail': ['Em seg., 30 de nov. de 2026 às 09:00, Kiln <chat@kiln.example> escreveu:', 'É 40.'],
	'nl, Gmail': ['Op ma 30 nov 2026 om 09:00 schreef Kiln <chat@kiln.example>:', 'Maat 40.'],
	'sv, Gmail': ['Den mån 30 nov. 2026 kl 09:00 skrev Kiln <chat@kiln.example>:', 'Storlek 40.'],
	'da, Gmail': ['Den man. 30. nov. 2026 kl. 09.00 skrev Kiln <chat@kiln.example>:', 'Størrelse 40.'],
	'fi, Gmail': ['ma 30. marrask. 2026 klo 9.00 Kiln (chat@kiln.example) kirjoitti:', 'Koko on 40.'],
	'pl, Gmail': ['pon., 30 lis 2026 o 09:00 Kiln <chat@kiln.example> napisał(a):', 'Rozmiar 40.'],
	'cs, Gmail': ['po 30. 11. 2026 v 9:00 odesílatel Kiln <chat@kiln.example> napsal:', 'Velikost 40.'],
	'ru, Gmail': ['пн, 30 нояб. 2026 г. в 09:00, Kiln <chat@kiln.example>:', 'Размер 40.'],
	'ru, Thunderbird': ['30.11.2026 9:00, Kiln пишет:', 'Размер 40.'],
	'uk, Gmail': ['пн, 30 лист. 2026 р. о 09:00 Kiln <chat@kiln.example> пише:', 'Розмір 40.'],
	'tr, Gmail': ['Kiln <chat@kiln.example>, 30 Kas 2026 Pzt, 09:00 tarihinde şunu yazdı:', '40 numara.'],
	'el, Gmail': ['Στις Δευ 30 Νοε 2026 στις 9:00 π.μ., ο χρήστης Kiln <chat@kiln.example> έγραψε:', 'Είναι 40.'],
	'hu, Gmail': ['Kiln <chat@kiln.example> ezt írta (időpont: 2026. nov. 30., H, 9:00):', '40-es.'],
	'ar, Gmail': ['في الاثنين، 30 نوفمبر 2026 في 9:00 ص تمت كتابة ما يلي بواسطة Kiln <chat@kiln.example>:', 'المقاس 40.'],
	'he, Gmail': ['‫בתאריך יום ב׳, 30 בנוב׳ 2026 ב-9:00 מאת ‪Kiln‬‏ <‪chat@kiln.example‬‏>:‬', 'מידה 40.'],
	'ja, Gmail': ['2026年11月30日(月) 9:00 Kiln <chat@kiln.example>:', 'サイズは40です。'],
	'ko, Gmail': ['2026년 11월 30일 (월) 오전 9:00, Kiln <chat@kiln.example>님이 작성:', '사이즈는 40입니다.'],
	'zh_CN, Gmail': ['Kiln <chat@kiln.example> 于2026年11月30日周一 09:00写道：', '尺码是40。'],
	'zh_TW, Gmail': ['Kiln <chat@kiln.example> 於 2026年11月30日 週一 上午9:00寫道：', '尺寸是40。'],
	'vi, Gmail': ['Vào Th 2, 30 thg 11, 2026 vào lúc 09:00 Kiln <chat@kiln.example> đã viết:', 'Cỡ 40.'],
	'hi, Gmail': ['सोम, 30 नव॰ 2026 को 9:00 am बजे को Kiln <chat@kiln.example> ने लिखा:', 'नाप 40 है।'],
};

const quoting: Record<string, Sample> = Object.fromEntries(
	Object.entries(HEADS).map(([name, [header, reply]]) => [
		`a reply of ${name}`,
		{ mail: text(`${reply}\n\n${header}\n\n${OURS}`), reply },
	]),
);

const OUTLOOK =
	'From: Kiln <chat@kiln.example>\nSent: Monday, November 30, 2026 9:00 AM\nTo: Ada <ada@shop.example>\nSubject: Kiln has replied to you\n\nWhich size is it?';

export const SAMPLES: Record<string, Sample> = {
	...quoting,
	'a header that Gmail breaks over two lines': {
		mail: text(`It is 40.\n\nOn Mon, Nov 30, 2026 at 9:00 AM Kiln <\nreply+1.abcdef@kiln.example> wrote:\n\n${OURS}`),
		reply: 'It is 40.',
	},
	'answers between the quoted lines': {
		mail: text('On 30 Nov 2026, at 09:00, Kiln <c@k.example> wrote:\n> Which size?\n40.\n> Which colour?\nBlue.'),
		reply: '40.\nBlue.',
	},
	'an answer below what is quoted': {
		mail: text(`Am 30.11.26 um 09:00 schrieb Kiln:\n${OURS}\n\nGröße 40.`),
		reply: 'Größe 40.',
	},
	'Outlook, in English': { mail: text(`It is 40.\n\n${OUTLOOK}`), reply: 'It is 40.' },
	'Outlook, below a line': { mail: text(`It is 40.\n\n${'_'.repeat(32)}\n${OUTLOOK}`), reply: 'It is 40.' },
	'Outlook, in German': {
		mail: text(
			'Größe 40.\n\nVon: Kiln <chat@kiln.example>\nGesendet: Montag, 30. November 2026 09:00\nAn: Ada\nBetreff: Kiln hat geantwortet\n\nWelche Größe?',
		),
		reply: 'Größe 40.',
	},
	'Outlook, in Japanese': {
		mail: text(
			'40です。\n\n差出人: Kiln <chat@kiln.example>\n送信日時: 2026年11月30日 9:00\n宛先: Ada\n件名: 返信\n\nサイズは？',
		),
		reply: '40です。',
	},
	'an original message below a rule': {
		mail: text(`It is 40.\n\n-----Original Message-----\n${OUTLOOK}`),
		reply: 'It is 40.',
	},
	'Outlook for phones': {
		mail: text(`It is 40.\n\nGet Outlook for iOS\n${'_'.repeat(32)}\n${OUTLOOK}`),
		reply: 'It is 40.',
	},
	'an iPhone': {
		mail: text(
			`It is 40.\n\nSent from my iPhone\n\n> On 30 Nov 2026, at 09:00, Kiln <c@k.example> wrote:\n> \n> Which?`,
		),
		reply: 'It is 40.',
	},
	'a phone that quotes without marks': {
		mail: text('It is 40.\n\nOn Mon, Nov 30, 2026, 9:00 AM Kiln <chat@kiln.example> wrote:\nWhich size is it?'),
		reply: 'It is 40.',
	},
	'a signature': { mail: text(`It is 40.\n\n-- \nAda Lovelace\nShop Ltd\n\n${OURS}`), reply: 'It is 40.' },
	'a reply without a quote': {
		mail: text('It is 40.\nMy address: 12 Mill Road'),
		reply: 'It is 40.\nMy address: 12 Mill Road',
	},
	'prose that speaks of what was written': {
		mail: text('As I wrote on 3 May:\nThe shoe is red.\nIt has cost 40.\nMy question is:\nWhen?'),
		reply: 'As I wrote on 3 May:\nThe shoe is red.\nIt has cost 40.\nMy question is:\nWhen?',
	},
	'a text that looks like a form': {
		mail: text('Name: Ada\nE-mail: ada@shop.example\nPhone: 2026 555 12'),
		reply: 'Name: Ada\nE-mail: ada@shop.example\nPhone: 2026 555 12',
	},
	'a forwarded mail alone': {
		mail: text(`---------- Forwarded message ---------\n${OUTLOOK}`),
		reply: `---------- Forwarded message ---------\n${OUTLOOK}`,
	},
	'a forwarded mail with a note': {
		mail: text(`See below.\n\n---------- Forwarded message ---------\n${OUTLOOK}`),
		reply: 'See below.',
	},
	'HTML of Gmail alone': {
		mail: html(
			'<div dir="ltr">It is <b>40</b>.<div>Thanks</div></div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, Nov 30, 2026 at 9:00 AM Kiln &lt;<a href="mailto:c@k.example">c@k.example</a>&gt; wrote:<br></div><blockquote><p>Which size?</p></blockquote></div>',
		),
		reply: 'It is 40.\nThanks',
	},
	'HTML of Outlook alone': {
		mail: html(
			'<p>It is 40.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Kiln</div><p>Which?</p>',
		),
		reply: 'It is 40.',
	},
	'HTML of Apple Mail alone': {
		mail: html(
			'It is 40.<br><div><br><blockquote type="cite"><div>On 30. Nov 2026, at 09:00, Kiln wrote:</div><div>Which?</div></blockquote></div>',
		),
		reply: 'It is 40.',
	},
	'HTML of Yahoo alone': {
		mail: html('<div>It is 40.</div><div class="yahoo_quoted"><div>Am Montag schrieb Kiln:</div>Which?</div>'),
		reply: 'It is 40.',
	},
	'HTML with scripts and styles': {
		mail: html('<style>p { color: red }</style><script>alert(1)</script><p>It is 40 &amp; &lt;b&gt;.</p>'),
		reply: 'It is 40 & <b>.',
	},
	'plain text and HTML': {
		mail: write(
			multipart('alternative', [part('text/plain', 'It is 40.'), part('text/html', '<p>It is <i>40</i>.</p>')]),
		),
		reply: 'It is 40.',
	},
	'ISO-2022-JP': {
		mail: write({ type: 'text/plain; charset=ISO-2022-JP', encoding: '7bit', body: '\x1b$B%5%$%:\x1b(B 40' }),
		reply: 'サイズ 40',
	},
	'windows-1251': {
		mail: write({ type: 'text/plain; charset=windows-1251', body: '\xd0\xe0\xe7\xec\xe5\xf0 40' }),
		reply: 'Размер 40',
	},
	GB18030: { mail: write({ type: 'text/plain; charset=GB18030', body: '\xb3\xdf\xc2\xeb 40' }), reply: '尺码 40' },
	'ISO-8859-1, quoted-printable': {
		mail: write({ type: 'text/plain; charset=iso-8859-1', encoding: 'quoted-printable', body: 'Gr=F6=DFe =\n40' }),
		reply: 'Größe 40',
	},
	'EUC-KR in base64': {
		mail: write({
			type: 'text/plain; charset=euc-kr',
			encoding: 'base64',
			body: base64(Buffer.from([0xbb, 0xe7, 0xc0, 0xcc, 0xc1, 0xee])),
		}),
		reply: '사이즈',
	},
	'a charset that does not exist': {
		mail: write({ type: 'text/plain; charset=klingon', body: 'It is 40.' }),
		reply: 'It is 40.',
	},
	'broken base64': { mail: write({ encoding: 'base64', body: 'SXQg!!aXMg*NDAu' }), reply: 'It is 40.' },
	'a picture': {
		mail: write(multipart('mixed', [part('text/plain', 'See:'), picture('shoe.png')])),
		reply: 'See:',
		files: ['shoe.png'],
	},
	'a picture alone': { mail: write(multipart('mixed', [picture('shoe.png')])), reply: '', files: ['shoe.png'] },
	'a picture within the text': {
		mail: write(
			multipart('related', [
				part('text/html', '<p>Look: <img src="cid:one"></p>'),
				picture('inline.png', 'Content-ID: <one>\n').replace('attachment;', 'inline;'),
			]),
		),
		reply: 'Look:',
		files: ['inline.png'],
	},
	'a file with a name of other characters': {
		mail: write(
			multipart('mixed', [
				part('text/plain', 'See:'),
				picture('x.png')
					.replace('filename="x.png"', "filename*=UTF-8''Gr%C3%B6%C3%9Fe.png")
					.replace('; name="x.png"', ''),
			]),
		),
		reply: 'See:',
		files: ['Größe.png'],
	},
	'parts within parts': {
		mail: write(
			multipart('mixed', [
				nested(
					multipart(
						'related',
						[
							nested(multipart('alternative', [part('text/plain', 'Deep.'), part('text/html', '<p>Deep.</p>')], 'b3')),
							picture('one.png'),
						],
						'b2',
					),
				),
				picture('two.png'),
			]),
		),
		reply: 'Deep.',
		files: ['one.png', 'two.png'],
	},
	'an invitation': {
		mail: write(
			multipart('alternative', [
				part('text/plain', 'Can you come?'),
				part('text/calendar; method=REQUEST; charset=utf-8', 'BEGIN:VCALENDAR\nEND:VCALENDAR'),
			]),
		),
		reply: 'Can you come?',
		files: ['file.ics'],
	},
	'a mail as a file': {
		mail: write(
			multipart('mixed', [
				part('text/plain', 'See the mail.'),
				part('message/rfc822', 'From: x@y.example\nSubject: Old\n\nOld words'),
			]),
		),
		reply: 'See the mail.',
		files: ['file.eml'],
	},
	'a signed mail': {
		mail: write(
			multipart('signed', [part('text/plain', 'It is 40.'), part('application/pgp-signature; name="s.asc"', 'abc')]),
		),
		reply: 'It is 40.',
	},
	'a part without its end': {
		mail: write({
			...multipart('mixed', [part('text/plain', 'It is 40.')]),
			body: `--${boundary}\n${part('text/plain', 'It is 40.')}`,
		}),
		reply: 'It is 40.',
	},
	'no text at all': { mail: text('\n\n'), reply: '' },
	'our mail alone, quoted': { mail: text(OURS), reply: OURS },
	'a note of absence': {
		mail: text('I am away.', { 'Auto-Submitted': 'auto-replied' }),
		reply: 'I am away.',
		kind: 'automatic',
	},
	'a note of absence of Exchange': {
		mail: text('I am away.', { 'X-Auto-Response-Suppress': 'All', 'Auto-Submitted': 'auto-generated' }),
		reply: 'I am away.',
		kind: 'automatic',
	},
	'a note of absence of cPanel': {
		mail: text('I am away.', { 'X-Autorespond': 'Re: Kiln', Precedence: 'bulk' }),
		reply: 'I am away.',
		kind: 'automatic',
	},
	'a note of absence of an old program': {
		mail: text('I am away.', { 'X-Autoreply': 'yes' }),
		reply: 'I am away.',
		kind: 'automatic',
	},
	'a mail with an empty return path': {
		mail: text('Away.', { 'Return-Path': '<>' }),
		reply: 'Away.',
		kind: 'automatic',
	},
	'a receipt': {
		mail: write({
			...multipart('report; report-type=disposition-notification', [part('text/plain', 'Your mail was read.')]),
		}),
		reply: 'Your mail was read.',
		kind: 'automatic',
	},
	'a bounce': {
		mail: write({ ...multipart('report; report-type=delivery-status', [part('text/plain', 'No such user')]) }),
		reply: 'No such user',
		kind: 'bounce',
	},
	'a bounce without a report': {
		mail: text('No such user', { From: 'MAILER-DAEMON@kiln.example' }),
		reply: 'No such user',
		kind: 'bounce',
	},
	'our own mail': { mail: text('Which size?', { 'X-Live-Chat-Bounce': 'abc.def' }), reply: 'Which size?', kind: 'own' },
	'a mail of a list, by a person': {
		mail: text('It is 40.', { Precedence: 'list', 'List-Id': '<support.kiln.example>' }),
		reply: 'It is 40.',
	},
	'a mail that says it is no program’s': { mail: text('It is 40.', { 'Auto-Submitted': 'no' }), reply: 'It is 40.' },
};
