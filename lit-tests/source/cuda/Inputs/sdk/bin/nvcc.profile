TOP = $(_HERE_)/..
