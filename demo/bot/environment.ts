/** The bot's settings (demo/bot/README.md). */
const {
	CHAT_URL: chat = 'http://127.0.0.1:3000',
	BOT_TOKEN: token = '',
	BOT_SECRET: secret = '',
	PORT: port = '4000',
	HELP_PORTAL: portal = 'help',
	HELP_LOCALE: locale = 'en',
	LLM_URL: model = '',
	LLM_KEY: key = '',
	LLM_MODEL: name = 'gpt-4o-mini',
	LLM_TIMEOUT: timeout = '20',
} = process.env;
if (!token || !secret)
	throw new Error(
		'BOT_TOKEN and BOT_SECRET must be the token and the secret that "npm run admin -- create-bot" printed',
	);

export const CHAT_URL = chat;
export const BOT_TOKEN = token;
export const BOT_SECRET = secret;
export const PORT = Number(port);
export const HELP_PORTAL = portal;
export const HELP_LOCALE = locale;
/** Address of the interface, without a slash at its end; '' where there is no model. */
export const LLM_URL = model.replace(/\/+$/, '');
export const LLM_KEY = key;
export const LLM_MODEL = name;
/** Milliseconds without a word of the model's. */
export const LLM_TIMEOUT = Number(timeout) * 1000;
