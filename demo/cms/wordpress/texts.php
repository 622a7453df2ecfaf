<?php
/**
 * Loads the plugin's texts. WordPress itself only finds those of its own directory of plugins before version 6.8, and no
 * German ones for a site in the German of Austria.
 *
 * @package live-chat-widget
 */

defined( 'ABSPATH' ) || exit;

add_action( 'init', 'live_chat_widget_load_texts', 1 );
// An administrator may read another language than the site's, and a mail is written in its reader's.
add_action( 'change_locale', 'live_chat_widget_load_texts' );

function live_chat_widget_load_texts() {
	$file = live_chat_widget_find_texts( determine_locale() );
	unload_textdomain( 'live-chat-widget', true );
	if ( '' !== $file ) {
		load_textdomain( 'live-chat-widget', $file );
	}
}

/** The file for the locale, else for another one of its language, else ''. */
function live_chat_widget_find_texts( $locale ) {
	$folder   = __DIR__ . '/languages/live-chat-widget-';
	$exact    = $folder . $locale . '.mo';
	$language = strtok( $locale, '_' );
	if ( file_exists( $exact ) ) {
		return $exact;
	}
	// The texts themselves are in English.
	if ( 'en' === $language ) {
		return '';
	}
	$files = glob( $folder . ( 'nn' === $language ? 'nb' : $language ) . '*.mo' );
	// Of two, the last: Angola reads Portugal's Portuguese rather than Brazil's, and Hong Kong the Chinese of Taiwan.
	return $files ? end( $files ) : '';
}
