import { pressChat } from './chat.ts';
import { COMPOSER_VIEWS } from './chatViews.ts';

pressChat('every control of a composer that holds something answers to mouse and keyboard', COMPOSER_VIEWS);
