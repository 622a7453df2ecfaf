/**
 * Example requests and answers of the API reference, generated from the schemas with realistic
 * values.
 */
import { isForTeam, type Route } from '#protocol/base/routes.ts';
import { fieldsOf, schemaOf, type JsonSchema } from './routeSchemas.ts';

/** Field name → a value that is valid wherever a field of that name occurs. */
const VALUES: Record<string, unknown> = {
	account_id: 1,
	additional_attributes: { company_name: 'Kiln & Co' },
	after: 900,
	api_host: 'https://chat.example',
	attribute_display_type: 'text',
	attribute_model: 'contact_attribute',
	auth: 'k8JV6sjdbhAi1n3_LDBLvA',
	auth_token: 'eyJhbGciOiJIUzI1NiJ9.…',
	available_name: 'Grace',
	avatar_url: 'https://shop.example/ada.png',
	base_url: 'https://chat.example',
	before: 900,
	byte_size: 12_345,
	campaign_id: 3,
	captcha_secret: '0x4AAAAAAAexample-secret',
	captcha_site_key: '0x4AAAAAAAexample-site-key',
	category_id: 2,
	cc_emails: ['bob@shop.example'],
	checksum: 'XrY7u+Ae7tCTyyK7j1rNww==',
	close_hour: 17,
	close_minutes: 0,
	color: '#1f93ff',
	contact_last_seen_at: 1_767_605_400,
	content: 'Do you ship to Norway?',
	content_attributes: {},
	content_type: 'text',
	conversation_id: 43,
	conversation_ids: [43],
	created_at: 1_767_605_400,
	custom_attribute: ['order_id'],
	custom_attributes: { order_id: '12345' },
	custom_properties: '--lcw-color: #8a4b2f',
	cursor: '0.1767605400412.43',
	data_url: 'https://chat.example/files/kiln.png',
	default_locale: 'en',
	display_name: 'Grace',
	echo_id: '5b3e1c0a9d',
	email: 'ada@shop.example',
	endpoint: 'https://push.example/send/c0ffee',
	feedback_message: 'Quick and kind.',
	filename: 'kiln.png',
	font_origins: ['https://fonts.example'],
	headers: { 'Content-Type': 'image/png' },
	homepage_link: 'https://shop.example',
	id: 43,
	identifier: 'user-4711',
	identifier_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
	identity_public_keys: [
		'-----BEGIN PUBLIC KEY-----\nMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEAB\n-----END PUBLIC KEY-----',
	],
	inbox_id: 3,
	initiated_at: { timestamp: 'Mon Jan 05 2026 10:30:00 GMT+0100' },
	label: 'vip',
	link: 'hc/help/articles/shipping',
	locale: 'en',
	meeting_id: '9d2b5f',
	message: 'Questions about **shipping**?',
	message_id: 950,
	name: 'Ada',
	next_cursor: '0.1767605400412.43',
	open_hour: 9,
	open_minutes: 0,
	outgoing_url: 'https://bot.example/events',
	p256dh: 'BNNL5ZaTfK81qhXOx23-wewhigUeFb632jN6LvRWCFH1ubQr77FE_9qV1FuojuRmHP42zmf34rXgW80OvUVDgTk',
	page: 1,
	page_title: 'Help',
	per_page: 6,
	phone_number: '+4915112345678',
	pubsub_token: 'b7Yt3kP0sQ9wLx2ZrV5nMj8D',
	query: 'shipping',
	rating: 5,
	referer: 'https://shop.example/cups',
	referer_url: 'https://shop.example/cups',
	reply_to: 900,
	response: 'XXXX.DUMMY.TOKEN.XXXX',
	sender: 'Kiln & Co <chat@shop.example>',
	short_code: 'shipping',
	signed_id: 'eyJpZCI6OTUwfQ.…',
	site_key: '0x4AAAAAAAexample-site-key',
	slug: 'help',
	snoozed_until: null,
	sso_auth_token: 'p5Wc…',
	submitted_values: [{ title: 'Yes', value: 'yes' }],
	summary: 'How we pack and ship',
	time_on_page: 10,
	timestamp: 'Mon Jan 05 2026 10:30:00 GMT+0100',
	timezone: 'Europe/Berlin',
	title: 'Shipping',
	token: 'eyJhbGciOi…',
	updated_at: '2026-01-05T09:30:00.412Z',
	url: 'https://shop.example/cups/*',
	user_ids: '3,5',
	utc_off_set: '+01:00',
	uuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
	visible_when: null,
	website_name: 'Kiln & Co',
	website_token: 'Kq3v8Zt1Wm6xYb0cRd5eFg7h',
	website_url: 'https://shop.example',
	widget_auth_token: 'eyJhbGciOiJIUzI1NiJ9.…',
	widget_color: '#1f93ff',
};

/** The call as a command line that readers can paste. */
export function exampleRequest(route: Route): string {
	const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) =>
		encodeURIComponent(String(pathValue(route, name))),
	);
	const query = new URLSearchParams(
		fieldsOf(route.query)
			.filter(({ isRequired }) => isRequired)
			.map(({ name, schema }) => [name, String(exampleOf(schema, name))]),
	).toString();
	const lines = [
		`curl${route.method === 'GET' ? '' : ` -X ${route.method}`} 'https://chat.example${path}${query && `?${query}`}'`,
	];
	if (route.role === 'visitor') lines.push(`-H "X-Auth-Token: $VISITOR_TOKEN"`);
	if (route.role === 'user' || isForTeam(route)) lines.push(`-H "api_access_token: $TOKEN"`);
	if (route.body) {
		const body = JSON.stringify(exampleOf(schemaOf(route.body, 'input')), null, 2).replaceAll("'", '’');
		lines.push(`-H 'Content-Type: application/json'`, `-d '${body}'`);
	}
	if (route.bodyType !== undefined)
		lines.push(
			`-H "Authorization: Bearer $MAIL_TOKEN"`,
			`-H 'Content-Type: ${route.bodyType}'`,
			'--data-binary @mail.eml',
		);
	return lines.join(' \\\n  ');
}

export function exampleAnswer(route: Route): string | undefined {
	return route.response && JSON.stringify(exampleOf(schemaOf(route.response, 'output')), null, 2);
}

/** A value that the schema allows; `name` is the field's name. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
	if (schema.const !== undefined) return schema.const;
	if (name in VALUES && isOfKind(schema, VALUES[name])) return VALUES[name];
	if (schema.enum) return schema.enum[0];
	const [first] = choicesOf(schema);
	if (first) return exampleOf(first, name);
	switch (schema.type) {
		case 'array':
			return isSchema(schema.items) ? [exampleOf(schema.items, name.replace(/s$/, ''))] : [];
		case 'object':
			return Object.fromEntries(
				Object.entries(schema.properties ?? {}).flatMap(([key, of]) =>
					isSchema(of) ? [[key, exampleOf(of, key)]] : [],
				),
			);
		case 'number':
		case 'integer':
			return schema.minimum ?? 1;
		case 'boolean':
			return false;
		case 'null':
			return null;
		default:
			if (schema.format === 'email') return VALUES['email'];
			return schema.type === 'string' ? 'text' : {};
	}
}

function pathValue(route: Route, name: string): unknown {
	const field = fieldsOf(route.params).find((candidate) => candidate.name === name);
	return field ? exampleOf(field.schema, name) : name;
}

/** The options of a union, null last. */
function choicesOf({ anyOf, oneOf }: JsonSchema): JsonSchema[] {
	const choices = (anyOf ?? oneOf ?? []).filter(isSchema);
	return choices.toSorted((one, other) => Number(one.type === 'null') - Number(other.type === 'null'));
}

function isOfKind(schema: JsonSchema, value: unknown): boolean {
	const choices = choicesOf(schema);
	if (choices.length > 0) return choices.some((choice) => isOfKind(choice, value));
	if (schema.enum) return schema.enum.includes(value as never);
	if (schema.type === undefined) return true;
	if (value === null) return schema.type === 'null';
	if (Array.isArray(value)) return schema.type === 'array';
	if (typeof value === 'number') return schema.type === 'number' || schema.type === 'integer';
	if (typeof value === 'object') return schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0;
	return schema.type === typeof value;
}

function isSchema(schema: unknown): schema is JsonSchema {
	return typeof schema === 'object' && schema !== null;
}
